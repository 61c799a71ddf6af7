import { KnownValues } from './known-values.js';
import { isPrimitive, type Primitive } from './json.js';
import { MemoryTally } from './memory-tally.js';
import { PIECES_AT_ONCE, sorted, type Steps } from '../../shared/domain/steps.js';

/** Values from one place on the line to another, both included. */
export type Stretch = readonly [from: number, to: number];

/** The values that conditions name: to be equal to them, or to be compared with (numbers and strings). */
export interface NamedValues {
  readonly equals: Iterable<unknown>;
  readonly limits: Iterable<number | string>;
}

/** The place of every value that no condition distinguishes. */
const OTHER = 0;
/** Measured: an entry of a Map, besides the characters of a string; and a limit. */
const ENTRY_BYTES = 56;
const LIMIT_BYTES = 16;
/** A line without any values. */
const LINE_BYTES = 512;

/**
 * All JSON values on one line: a place for each value that conditions name, and one for each gap between the limits
 * that they compare with. No condition distinguishes values with the same place, so a condition is a set of places, and
 * the places of its values are all that matters of a document. Numbers and strings are in order among themselves.
 */
export class ValueLine {
  private constructor(
    private readonly places: ReadonlyMap<Primitive, number>,
    private readonly known: KnownValues,
    private readonly placesOfKnown: ReadonlyMap<number, number>,
    private readonly numbers: Limits<number>,
    private readonly strings: Limits<string>,
    /** How many places there are. */
    readonly length: number,
  ) {}

  /** Builds the line from the values that conditions name, and adds each to the tally. */
  static *building(named: Iterable<NamedValues>, tally: MemoryTally): Steps<ValueLine> {
    tally.add(LINE_BYTES);
    const known = new KnownValues(tally);
    const containers = new Set<number>();
    const [numbers, strings] = [new NamedOfType<number>(tally), new NamedOfType<string>(tally)];
    const rest = new Set<Primitive>();
    let pieces = 0;
    for (const { equals, limits } of named) {
      for (const value of equals) {
        if (typeof value === 'number') numbers.add(value);
        else if (typeof value === 'string') strings.add(value);
        else if (isPrimitive(value)) rest.add(value);
        else containers.add(known.add(value));
        if (++pieces % PIECES_AT_ONCE === 0) yield;
      }
      for (const limit of limits) {
        if (typeof limit === 'number') numbers.addLimit(limit);
        else strings.addLimit(limit);
      }
      if (++pieces % PIECES_AT_ONCE === 0) yield;
    }
    const places = new Map<Primitive, number>();
    const numbersLaid = yield* numbers.lay(OTHER + 1, places);
    const stringsLaid = yield* strings.lay(numbersLaid.last + 1, places);
    let next = stringsLaid.last + 1;
    for (const value of rest) places.set(value, next++);
    const placesOfKnown = new Map<number, number>();
    for (const id of containers) {
      placesOfKnown.set(id, next++);
      if (next % PIECES_AT_ONCE === 0) yield;
    }
    return new ValueLine(places, known, placesOfKnown, numbersLaid, stringsLaid, next);
  }

  /** Arrays and objects by their content; null when no condition names one, so that none needs to be looked at. */
  get containers(): KnownValues | null {
    return this.placesOfKnown.size > 0 ? this.known : null;
  }

  get everything(): Stretch[] {
    return [[OTHER, this.length - 1]];
  }

  placeOf(value: Primitive): number {
    const place = this.places.get(value);
    if (place !== undefined) return place;
    if (typeof value === 'number') return this.numbers.gapOf(value);
    return typeof value === 'string' ? this.strings.gapOf(value) : OTHER;
  }

  /** @param id as `containers` gives it. */
  placeOfContainer(id: number): number {
    return this.placesOfKnown.get(id) ?? OTHER;
  }

  /** The place of a value that the line was made with. */
  placeOfNamed(value: unknown): number {
    return isPrimitive(value) ? this.placeOf(value) : this.placeOfContainer(this.known.find(value));
  }

  /** From a limit, or from what follows it, to the last value of its type. */
  above(limit: number | string, { included }: { readonly included: boolean }): Stretch[] {
    const { last } = typeof limit === 'number' ? this.numbers : this.strings;
    return [[this.placeOf(limit) + Number(!included), last]];
  }

  /** From the first value of the limit's type to the limit, or to what comes before it. */
  below(limit: number | string, { included }: { readonly included: boolean }): Stretch[] {
    const { first } = typeof limit === 'number' ? this.numbers : this.strings;
    return [[first, this.placeOf(limit) - Number(!included)]];
  }
}

/** The named values of one type, on their way to the line. */
class NamedOfType<Value extends number | string> {
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

  /** Gives them their places, in their order, and each limit a gap behind it. */
  *lay(first: number, places: Map<Primitive, number>): Steps<Limits<Value>> {
    const limits: Value[] = [];
    const gaps: number[] = [];
    let next = first;
    for (const value of yield* sorted([...this.isLimit.keys()], (left, right) => (left < right ? -1 : 1))) {
      places.set(value, ++next);
      if (this.isLimit.get(value)) {
        limits.push(value);
        gaps.push(++next);
      }
      if (places.size % PIECES_AT_ONCE === 0) yield;
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

  /** The place of a value that is not named: behind the greatest limit below it. */
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

/** The intersection of two sorted lists of stretches. */
export function common(left: readonly Stretch[], right: readonly Stretch[]): Stretch[] {
  const both: Stretch[] = [];
  let [at, other] = [0, 0];
  for (let one = left[at], two = right[other]; one && two; one = left[at], two = right[other]) {
    const [from, to] = [Math.max(one[0], two[0]), Math.min(one[1], two[1])];
    if (from <= to) both.push([from, to]);
    if (one[1] < two[1]) at += 1;
    else other += 1;
  }
  return both;
}

/** These places, each a stretch by itself. */
export function only(places: Iterable<number>): Stretch[] {
  return [...new Set(places)].sort((left, right) => left - right).map((place) => [place, place]);
}

/** All places but these. */
export function allBut(places: Iterable<number>, length: number): Stretch[] {
  const rest: Stretch[] = [];
  let next = 0;
  for (const [place] of only(places)) {
    if (next < place) rest.push([next, place - 1]);
    next = place + 1;
  }
  if (next < length) rest.push([next, length - 1]);
  return rest;
}
