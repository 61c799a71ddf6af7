import { isObject } from '../../shared/domain/is-object.js';
import { isContainer, isPrimitive } from './json.js';
import { KnownValues, UNKNOWN } from './known-values.js';
import { hasPath, PathCursor, PathSet } from './path-set.js';
import { Pace } from '../../shared/domain/steps.js';
import { ValueLine } from './value-line.js';

/** One condition, compiled for the paths and the value line of its block. */
export interface CompiledCondition {
  /** Its path, by its number in the block. */
  readonly path: number;
  readonly mustBeMissing: boolean;
  /** The places on the line that it is met by: the beginnings and ends of stretches, in their order. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * The values at the paths of a block in one document: for each place on the value line the paths where it was seen. A
 * value is looked up once, for all paths that lead to it and all conditions there.
 */
export class DocumentLook {
  private readonly cursor: PathCursor;
  private readonly words: number;
  private readonly containers: KnownValues | null;
  /** For each place a mask of paths. */
  private readonly marks: Int32Array;
  /** The paths that select anything. */
  private readonly found: Int32Array;
  /** The places that have a mark. */
  readonly places: number[] = [];
  /** By path, in their order; made when they are first asked for. */
  private readonly placesAt = new Map<number, Int32Array>();

  constructor(
    paths: PathSet,
    private readonly line: ValueLine,
  ) {
    this.cursor = new PathCursor(paths);
    this.words = paths.words;
    this.containers = line.containers;
    this.marks = new Int32Array(line.length * this.words);
    this.found = new Int32Array(this.words);
  }

  /** Adds what is at these paths to what was found before; at all paths, if none are given. */
  at(document: unknown, paths?: Int32Array): void {
    this.placesAt.clear();
    this.cursor.start(paths);
    this.walk(document, 0, false);
  }

  forget(): void {
    for (const place of this.places) this.marks.fill(0, place * this.words, (place + 1) * this.words);
    this.places.length = 0;
    this.found.fill(0);
    this.placesAt.clear();
  }

  /** True when this place was seen at this path. */
  has(place: number, path: number): boolean {
    return hasPath(this.marks, place * this.words, path);
  }

  /**
   * True when a condition of the block is met, if its path was looked at.
   * @param pace counts the values that are compared
   */
  meets({ path, mustBeMissing, from, to }: CompiledCondition, pace: Pace): boolean {
    const isThere = hasPath(this.found, 0, path);
    if (mustBeMissing || !isThere) return mustBeMissing && !isThere;
    const seen = this.seenAt(path, pace);
    pace.count(Math.min(seen.length, from.length));
    // The shorter list is gone through, the longer one searched.
    if (seen.length <= from.length) {
      for (const place of seen) if ((to[lastUpTo(from, place)] ?? -1) >= place) return true;
      return false;
    }
    for (const [index, start] of from.entries()) {
      const place = seen[lastUpTo(seen, to[index] ?? -1)];
      if (place !== undefined && place >= start) return true;
    }
    return false;
  }

  /** The places seen at a path, in their order. */
  seenAt(path: number, pace: Pace): Int32Array {
    const known = this.placesAt.get(path);
    if (known !== undefined) return known;
    pace.count(this.places.length);
    const places: number[] = [];
    if (hasPath(this.found, 0, path)) {
      for (const place of this.places) if (this.has(place, path)) places.push(place);
    }
    const seen = Int32Array.from(places).sort();
    this.placesAt.set(path, seen);
    return seen;
  }

  /** @returns the id of the value among those known, if it is wanted; UNKNOWN otherwise. */
  private walk(value: unknown, depth: number, wantsId: boolean): number {
    const { cursor, containers } = this;
    const ends = cursor.ends(depth);
    if (isPrimitive(value)) {
      if (ends) this.mark(this.line.placeOf(value));
      return wantsId && containers !== null ? containers.find(value) : UNKNOWN;
    }
    if (!isContainer(value)) return UNKNOWN;
    const ids = containers !== null && (ends || wantsId) && containers.mayKnow(value) ? [] : null;
    const isKnown = Array.isArray(value)
      ? this.walkElements(value, depth, ids)
      : isObject(value) && this.walkMembers(value, depth, ids);
    const id =
      ids !== null && containers !== null && isKnown ? containers.findContainer(value, ids) : UNKNOWN;
    // The masks of this depth are as they were: only deeper ones were written.
    if (ends && cursor.ends(depth)) this.mark(this.line.placeOfContainer(id));
    return id;
  }

  /** @returns true when the ids of all elements are known. */
  private walkElements(elements: readonly unknown[], depth: number, ids: number[] | null): boolean {
    const leadsOn = this.cursor.toElements(depth);
    let isKnown = ids !== null;
    if (!leadsOn && !isKnown) return false;
    for (const element of elements) {
      let id = UNKNOWN;
      if (leadsOn) id = this.walk(element, depth + 1, isKnown);
      else if (isKnown) id = this.containers?.find(element) ?? UNKNOWN;
      if (id === UNKNOWN) isKnown = false;
      else ids?.push(id);
      if (!leadsOn && !isKnown) return false;
    }
    return isKnown;
  }

  /** The same for the members of an object. */
  private walkMembers(
    value: Readonly<Record<string, unknown>>,
    depth: number,
    ids: number[] | null,
  ): boolean {
    const { cursor, containers } = this;
    const takesValues = cursor.mayEndWithin(depth);
    let isKnown = ids !== null;
    for (const name of isKnown ? Object.keys(value) : cursor.namesIn(value, depth)) {
      if (!takesValues && !isKnown && !isContainer(value[name])) continue;
      if (cursor.toMember(depth, name)) {
        if (!Object.hasOwn(value, name)) continue;
        const id = this.walk(value[name], depth + 1, isKnown);
        if (id === UNKNOWN) isKnown = false;
        else ids?.push(id);
      } else if (isKnown) {
        const id = containers?.find(value[name]) ?? UNKNOWN;
        if (id === UNKNOWN) isKnown = false;
        else ids?.push(id);
      }
    }
    return isKnown;
  }

  private mark(place: number): void {
    const { words, marks, found, cursor } = this;
    let before = 0;
    for (let word = 0; word < words; word++) {
      const mark = marks[place * words + word] ?? 0;
      before |= mark;
      marks[place * words + word] = mark | (cursor.ended[word] ?? 0);
      found[word] = (found[word] ?? 0) | (cursor.ended[word] ?? 0);
    }
    if (before === 0) this.places.push(place);
  }
}

/** The index of the last number in a sorted list that is not greater than this one; -1 when there is none. */
export function lastUpTo(sorted: Int32Array, limit: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? limit) <= limit) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
