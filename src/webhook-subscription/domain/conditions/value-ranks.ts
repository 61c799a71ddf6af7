import { InternedValues } from './interned-values.js';
import { isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';
import { NumberRanks, OperandsOfType, StringRanks } from './operand-ranks.js';
import { PIECES_AT_ONCE, type Steps } from '../../../shared/domain/steps.js';

/** The values from one rank to another, both included. */
export type RankRange = readonly [from: number, to: number];

/** The values in a condition: those to test for equality, and those to compare with (numbers and strings). */
export interface Operands {
  readonly equals: Iterable<unknown>;
  readonly limits: Iterable<number | string>;
}

/** The rank of every value that no condition distinguishes. */
const OTHER = 0;
/** Memory without any values. */
const EMPTY_BYTES = 512;

/**
 * Maps every JSON value to a rank, a small integer. Each value in a condition has its own rank, and so does each gap
 * between the limits of comparisons. No condition distinguishes values with the same rank, so a condition becomes a set
 * of ranks, and matching needs only the ranks of a document's values. Ranks follow the order of numbers and of strings.
 */
export class ValueRanks {
  private constructor(
    /** The ranks of all operands that are neither numbers nor containers. */
    private readonly ranks: ReadonlyMap<Primitive, number>,
    private readonly interned: InternedValues,
    private readonly containerRanks: ReadonlyMap<number, number>,
    private readonly numbers: NumberRanks,
    private readonly strings: StringRanks,
    /** The number of ranks. */
    readonly length: number,
  ) {}

  /** Builds the ranks from the operands of all conditions. Adds their memory to the tally. */
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
    const numberRanks = new NumberRanks(yield* numbers.assignRanks(OTHER + 1));
    const stringRanks = new StringRanks(yield* strings.assignRanks(numberRanks.last + 1), ranks);
    let next = stringRanks.last + 1;
    for (const value of rest) ranks.set(value, next++);
    const containerRanks = new Map<number, number>();
    for (const id of containers) {
      containerRanks.set(id, next++);
      if (next % PIECES_AT_ONCE === 0) yield;
    }
    return new ValueRanks(ranks, interned, containerRanks, numberRanks, stringRanks, next);
  }

  /** The arrays and objects in conditions. Null if there are none, so that those of documents need no look-up. */
  get containers(): InternedValues | null {
    return this.containerRanks.size > 0 ? this.interned : null;
  }

  get all(): RankRange[] {
    return [[OTHER, this.length - 1]];
  }

  rankOf(value: Primitive): number {
    if (typeof value === 'number') return this.numbers.rankOf(value);
    const rank = this.ranks.get(value);
    if (rank !== undefined) return rank;
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
