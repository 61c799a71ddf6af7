import { InternedValues } from './interned-values.js';
import { isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';
import { PIECES_AT_ONCE, sorted, type Steps } from '../../../shared/domain/steps.js';

/** The values from one rank to another, both included. */
export type RankRange = readonly [from: number, to: number];

/** The values in a condition: those to equal, and those to compare with (numbers and strings). */
export interface Operands {
  readonly equals: Iterable<unknown>;
  readonly limits: Iterable<number | string>;
}

/** The rank of every value that no condition distinguishes. */
const OTHER = 0;
/** Measured: an entry of a Map without the characters of a string, and a limit. */
const ENTRY_BYTES = 56;
const LIMIT_BYTES = 16;
/** An object without any values. */
const EMPTY_BYTES = 512;

/**
 * Maps every JSON value to a rank, a small integer. Each value in a condition has a rank of its own, and so has each gap
 * between the limits of comparisons. No condition distinguishes values with the same rank, so a condition becomes a set
 * of ranks, and a document needs only the ranks of its values. Ranks follow the order of numbers and that of strings.
 */
export class ValueRanks {
  private constructor(
    private readonly ranks: ReadonlyMap<Primitive, number>,
    private readonly interned: InternedValues,
    private readonly containerRanks: ReadonlyMap<number, number>,
    private readonly numbers: Limits<number>,
    private readonly strings: Limits<string>,
    /** How many ranks there are. */
    readonly length: number,
  ) {}

  /** Builds the ranks from the operands of all conditions, and adds the memory they take to the tally. */
  static *building(operands: Iterable<Operands>, tally: MemoryTally): Steps<ValueRanks> {
    tally.add(EMPTY_BYTES);
    const interned = new InternedValues(tally);
    const containers = new Set<number>();
    const [numbers, strings] = [new OperandsOfType<number>(tally), new OperandsOfType<string>(tally)];
    const rest = new Set<Primitive>();
    let pieces = 0;
    for (const { equals, limits } of operands) {
      for (const value of equals) {
        if (typeof value === 'number') numbers.add(value);
        else if (typeof value === 'string') strings.add(value);
        else if (isPrimitive(value)) rest.add(value);
        else containers.add(interned.add(value));
        if (++pieces % PIECES_AT_ONCE === 0) yield;
      }
      for (const limit of limits) {
        if (typeof limit === 'number') numbers.addLimit(limit);
        else strings.addLimit(limit);
      }
      if (++pieces % PIECES_AT_ONCE === 0) yield;
    }
    const ranks = new Map<Primitive, number>();
    const numberLimits = yield* numbers.assignRanks(OTHER + 1, ranks);
    const stringLimits = yield* strings.assignRanks(numberLimits.last + 1, ranks);
    let next = stringLimits.last + 1;
    for (const value of rest) ranks.set(value, next++);
    const containerRanks = new Map<number, number>();
    for (const id of containers) {
      containerRanks.set(id, next++);
      if (next % PIECES_AT_ONCE === 0) yield;
    }
    return new ValueRanks(ranks, interned, containerRanks, numberLimits, stringLimits, next);
  }

  /** The arrays and objects in conditions; null if there are none, so that those of a document need no look-up. */
  get containers(): InternedValues | null {
    return this.containerRanks.size > 0 ? this.interned : null;
  }

  get all(): RankRange[] {
    return [[OTHER, this.length - 1]];
  }

  rankOf(value: Primitive): number {
    const rank = this.ranks.get(value);
    if (rank !== undefined) return rank;
    if (typeof value === 'number') return this.numbers.gapOf(value);
    return typeof value === 'string' ? this.strings.gapOf(value) : OTHER;
  }

  /** @param id from `containers` */
  rankOfContainer(id: number): number {
    return this.containerRanks.get(id) ?? OTHER;
  }

  /** The rank of one of the operands. */
  rankOfOperand(value: unknown): number {
    return isPrimitive(value) ? this.rankOf(value) : this.rankOfContainer(this.interned.find(value));
  }

  /** The values of the limit's type that are greater than it, or equal if it is included. */
  above(limit: number | string, { included }: { readonly included: boolean }): RankRange[] {
    const { last } = typeof limit === 'number' ? this.numbers : this.strings;
    return [[this.rankOf(limit) + Number(!included), last]];
  }

  /** The values of the limit's type that are less than it, or equal if it is included. */
  below(limit: number | string, { included }: { readonly included: boolean }): RankRange[] {
    const { first } = typeof limit === 'number' ? this.numbers : this.strings;
    return [[first, this.rankOf(limit) - Number(!included)]];
  }
}

/** The operands of one type, before they have ranks. */
class OperandsOfType<Value extends number | string> {
  private readonly isLimit = new Map<Value, boolean>();

  constructor(private readonly tally: MemoryTally) {}

  add(value: Value): void {
    if (this.isLimit.has(value)) return;
    this.tally.add(ENTRY_BYTES + (typeof value === 'string' ? value.length + 16 : 0));
    this.isLimit.set(value, false);
  }

  addLimit(value: Value): void {
    this.add(value);
    if (this.isLimit.get(value)) return;
    this.tally.add(LIMIT_BYTES);
    this.isLimit.set(value, true);
  }

  /** Assigns ranks in ascending order, and one more after each limit for the gap that follows it. */
  *assignRanks(first: number, ranks: Map<Primitive, number>): Steps<Limits<Value>> {
    const limits: Value[] = [];
    const gaps: number[] = [];
    let next = first;
    for (const value of yield* sorted([...this.isLimit.keys()], (left, right) => (left < right ? -1 : 1))) {
      ranks.set(value, ++next);
      if (this.isLimit.get(value)) {
        limits.push(value);
        gaps.push(++next);
      }
      if (ranks.size % PIECES_AT_ONCE === 0) yield;
    }
    return new Limits(first, next, limits, gaps);
  }
}

/** The gaps between limits of one type. */
class Limits<Value extends number | string> {
  constructor(
    readonly first: number,
    readonly last: number,
    readonly values: readonly Value[],
    private readonly gaps: readonly number[],
  ) {}

  /** The rank of a value that is not an operand: the gap after the greatest limit below it. */
  gapOf(value: Value): number {
    let from = 0;
    let to = this.values.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      const limit = this.values[middle];
      if (limit !== undefined && limit < value) from = middle + 1;
      else to = middle;
    }
    return this.gaps[from - 1] ?? this.first;
  }
}

/** The intersection of two sorted lists of ranges. */
export function intersection(left: readonly RankRange[], right: readonly RankRange[]): RankRange[] {
  const both: RankRange[] = [];
  let [at, other] = [0, 0];
  for (let one = left[at], two = right[other]; one && two; one = left[at], two = right[other]) {
    const [from, to] = [Math.max(one[0], two[0]), Math.min(one[1], two[1])];
    if (from <= to) both.push([from, to]);
    if (one[1] < two[1]) at += 1;
    else other += 1;
  }
  return both;
}

/** These ranks, each as a range. */
export function singles(ranks: Iterable<number>): RankRange[] {
  return [...new Set(ranks)].sort((left, right) => left - right).map((rank) => [rank, rank]);
}

/** All ranks except these. */
export function allExcept(ranks: Iterable<number>, length: number): RankRange[] {
  const rest: RankRange[] = [];
  let next = 0;
  for (const [rank] of singles(ranks)) {
    if (next < rank) rest.push([next, rank - 1]);
    next = rank + 1;
  }
  if (next < length) rest.push([next, length - 1]);
  return rest;
}
