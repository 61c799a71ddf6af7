import { markOf, type Piece, SLOT } from './notation.js';
import { isPlainValue } from './plain-value.js';
import { addressFault, removedAddress } from '../domain/address.js';
import type { TemplateFault } from '../domain/template-fault.js';
import { harmless, judge, type Region } from './region.js';
import type { SlotShape } from './slot-candidate.js';

/** Converts a value to text like the parser does. */
export type WriteValue = (value: unknown, isEscaped: boolean) => string;

const MAX_ADDRESS_FAULTS = 20;

/** Separates values from structure during one run of a staged template. */
export class SlotCollector {
  /** The values of the slots, in the order of the key. */
  readonly slots: string[] = [];
  /**
   * True if a value may change how the rest of the markup is read, so that values and structure cannot be separated.
   */
  isUnsafe = false;
  /** Faults of the first addresses that were removed or lead nowhere. */
  readonly addressFaults: TemplateFault[] = [];
  private room: number;

  /** @param hasSlots if false, every value is part of the structure */
  constructor(
    private readonly pieces: readonly Piece[],
    private readonly hasSlots: boolean,
    private readonly limit: { readonly length: number; readonly refuse: () => never },
  ) {
    this.room = limit.length;
  }

  /** Returns the part of the key for these values, which belong to the candidates from number `first` on. */
  write(first: number, values: readonly unknown[], writeValue: WriteValue): string {
    let key = '';
    let at = first;
    /** All candidates from here to `at` became slots. */
    let slotsFrom = first;
    for (let next = 0; next < values.length; at += 1) {
      const candidate = this.pieces[at];
      if (candidate === undefined || typeof candidate === 'string') break;
      const { before, shape } = candidate;
      if (shape.isPlainSlot && this.hasSlots && this.takePlain(values[next])) {
        next += 1;
        continue;
      }
      const { region } = shape;
      const given = outputOf(shape, values, next, writeValue);
      const output = harmless(region, given);
      if (region.address !== null) this.judgeAddress(region, given, output);
      next += shape.values.length;
      this.takeRoom(output.length);
      const part = shape.isInside ? this.partInside(region, output) : this.part(region, output);
      if (part === SLOT) continue;
      if (at > slotsFrom) key += markOf(slotsFrom, at - slotsFrom);
      key += before === null ? part : markOf(before) + part;
      slotsFrom = at + 1;
    }
    return at > slotsFrom ? key + markOf(slotsFrom, at - slotsFrom) : key;
  }

  /** Makes a value a slot if it needs neither escaping nor judging. False if it does. */
  private takePlain(value: unknown): boolean {
    const written = typeof value === 'number' ? String(value) : value;
    if (typeof written !== 'string' || !isPlainValue(written)) return false;
    this.takeRoom(written.length);
    this.slots.push(written);
    return true;
  }

  private takeRoom(length: number): void {
    this.room -= length;
    if (this.room < 0) this.limit.refuse();
  }

  private judgeAddress({ address, at }: Region, given: string, sent: string): void {
    if (address === null || at === null || this.addressFaults.length >= MAX_ADDRESS_FAULTS) return;
    const fault = given === sent ? addressFault(given) : removedAddress(given, address);
    if (fault !== null) this.addressFaults.push({ ...fault, ...at });
  }

  private part(region: Region, output: string): string {
    // MJML drops blank values, and blanks at both ends.
    const inner = output.trim();
    const verdict = inner === '' || !this.hasSlots ? 'literal' : judge(region, inner);
    if (verdict === 'unsafe') this.isUnsafe = true;
    if (verdict !== 'slot') return output;
    this.slots.push(inner);
    if (inner.length === output.length) return SLOT;
    const from = output.length - output.trimStart().length;
    return output.slice(0, from) + SLOT + output.slice(from + inner.length);
  }

  private partInside(region: Region, output: string): string {
    const isJudged = region.raw !== null || region.kind === 'sheet';
    if (isJudged && output !== '' && judge(region, output) === 'unsafe') this.isUnsafe = true;
    return output;
  }
}

function outputOf(
  { start, values: parts }: SlotShape,
  values: readonly unknown[],
  first: number,
  writeValue: WriteValue,
): string {
  let output = start;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (part !== undefined) output += writeValue(values[first + index], part.isEscaped) + part.after;
  }
  return output;
}
