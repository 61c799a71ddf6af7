import { PIECES_AT_ONCE, sorted, type Steps } from '../../../shared/domain/steps.js';
import type { Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';

/** Measured memory: an entry of a Map without the characters of a string, and a limit. */
const ENTRY_BYTES = 56;
const LIMIT_BYTES = 16;

/** The operands of one type, before they have ranks. */
export class OperandsOfType<Value extends number | string> {
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

  /** Assigns ranks in ascending order, with one more after each limit for the following gap. */
  *assignRanks(first: number): Steps<RankedOperands<Value>> {
    const values = yield* sorted([...this.isLimit.keys()], (left, right) => (left < right ? -1 : 1));
    const ranks = new Int32Array(values.length);
    const gaps = new Int32Array(values.length);
    let last = first;
    let gap = first;
    for (const [index, value] of values.entries()) {
      ranks[index] = ++last;
      if (this.isLimit.get(value)) gap = ++last;
      gaps[index] = gap;
      if (index % PIECES_AT_ONCE === 0) yield;
    }
    return { first, last, values, ranks, gaps };
  }
}

/** The operands of one type with their ranks. */
interface RankedOperands<Value> {
  /** The rank of values below the least limit. */
  readonly first: number;
  readonly last: number;
  /** In ascending order. */
  readonly values: readonly Value[];
  readonly ranks: Int32Array;
  /** The rank of values between each operand and the next one. */
  readonly gaps: Int32Array;
}

/** Finds the rank of a number by its order alone. */
export class NumberRanks {
  readonly first: number;
  readonly last: number;
  private readonly values: Float64Array;
  private readonly ranks: Int32Array;
  private readonly gaps: Int32Array;
  /** Caches the last gap found, because neighbouring values in a document are often similar. */
  private above = Number.POSITIVE_INFINITY;
  private below = Number.NEGATIVE_INFINITY;
  private between = 0;

  constructor({ first, last, values, ranks, gaps }: RankedOperands<number>) {
    [this.first, this.last, this.ranks, this.gaps] = [first, last, ranks, gaps];
    this.values = Float64Array.from(values);
  }

  rankOf(value: number): number {
    if (value > this.above && value < this.below) return this.between;
    const { values } = this;
    const index = lastUpTo(values, value);
    if (index >= 0 && values[index] === value) return this.ranks[index] ?? this.first;
    this.above = values[index] ?? Number.NEGATIVE_INFINITY;
    this.below = values[index + 1] ?? Number.POSITIVE_INFINITY;
    return (this.between = this.gaps[index] ?? this.first);
  }
}

/** Finds the rank of a string that is not an operand. Operands are found in the map of all ranks. */
export class StringRanks {
  readonly first: number;
  readonly last: number;
  private readonly limits: string[] = [];
  private readonly gaps: number[] = [];

  /** @param all gets the ranks of the operands */
  constructor({ first, last, values, ranks, gaps }: RankedOperands<string>, all: Map<Primitive, number>) {
    [this.first, this.last] = [first, last];
    for (const [index, value] of values.entries()) {
      const [rank, gap] = [ranks[index] ?? first, gaps[index] ?? first];
      all.set(value, rank);
      if (gap <= rank) continue;
      this.limits.push(value);
      this.gaps.push(gap);
    }
  }

  /** The rank of the gap after the greatest limit below this string. */
  gapOf(value: string): number {
    return this.gaps[lastUpTo(this.limits, value)] ?? this.first;
  }
}

/** The index of the last value in a sorted list that is at most `limit`; -1 if there is none. */
export function lastUpTo<Value extends number | string>(sorted: ArrayLike<Value>, limit: Value): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? limit) <= limit) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
