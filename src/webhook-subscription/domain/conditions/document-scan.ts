import { isObject } from '../../../shared/domain/is-object.js';
import { isContainer, isPrimitive } from './json.js';
import { InternedValues, UNKNOWN } from './interned-values.js';
import { hasPath, PathCursor, PathSet } from './path-set.js';
import { Pace } from '../../../shared/domain/steps.js';
import { ValueRanks } from './value-ranks.js';

/** A condition, compiled for the paths and the value ranks of its block. */
export interface CompiledCondition {
  /** The number of its path in the block. */
  readonly path: number;
  readonly mustBeMissing: boolean;
  /** The first and last ranks of the ranges that meet it, in ascending order. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/**
 * The values of one document at the paths of a block: for each rank, the paths at which it was seen. Each value is looked
 * up once, for all the paths that lead to it and all their conditions.
 */
export class DocumentScan {
  private readonly cursor: PathCursor;
  private readonly words: number;
  private readonly containers: InternedValues | null;
  /** For each rank, a mask of the paths at which it was seen. */
  private readonly marks: Int32Array;
  /** A mask of the paths that select anything. */
  private readonly found: Int32Array;
  /** The ranks that were seen. */
  readonly ranks: number[] = [];
  /** Sorted, by path; filled on demand. */
  private readonly ranksByPath = new Map<number, Int32Array>();

  constructor(
    paths: PathSet,
    private readonly valueRanks: ValueRanks,
  ) {
    this.cursor = new PathCursor(paths);
    this.words = paths.words;
    this.containers = valueRanks.containers;
    this.marks = new Int32Array(valueRanks.length * this.words);
    this.found = new Int32Array(this.words);
  }

  /** Walks through the document and adds the values at these paths, by default at all paths. */
  visit(document: unknown, paths?: Int32Array): void {
    this.ranksByPath.clear();
    this.cursor.start(paths);
    this.walk(document, 0, false);
  }

  reset(): void {
    for (const rank of this.ranks) this.marks.fill(0, rank * this.words, (rank + 1) * this.words);
    this.ranks.length = 0;
    this.found.fill(0);
    this.ranksByPath.clear();
  }

  /** True if the rank was seen at the path. */
  has(rank: number, path: number): boolean {
    return hasPath(this.marks, rank * this.words, path);
  }

  /**
   * True if a condition of the block is met. Its path must have been visited.
   * @param pace counts the values that are compared
   */
  meets({ path, mustBeMissing, from, to }: CompiledCondition, pace: Pace): boolean {
    const isThere = hasPath(this.found, 0, path);
    if (mustBeMissing || !isThere) return mustBeMissing && !isThere;
    const seen = this.ranksAt(path, pace);
    pace.count(Math.min(seen.length, from.length));
    // Iterates over the shorter list and searches the longer one.
    if (seen.length <= from.length) {
      for (const rank of seen) if ((to[lastUpTo(from, rank)] ?? -1) >= rank) return true;
      return false;
    }
    for (const [index, start] of from.entries()) {
      const rank = seen[lastUpTo(seen, to[index] ?? -1)];
      if (rank !== undefined && rank >= start) return true;
    }
    return false;
  }

  /** The ranks seen at a path, in ascending order. */
  ranksAt(path: number, pace: Pace): Int32Array {
    const known = this.ranksByPath.get(path);
    if (known !== undefined) return known;
    pace.count(this.ranks.length);
    const ranks: number[] = [];
    if (hasPath(this.found, 0, path)) {
      for (const rank of this.ranks) if (this.has(rank, path)) ranks.push(rank);
    }
    const seen = Int32Array.from(ranks).sort();
    this.ranksByPath.set(path, seen);
    return seen;
  }

  /** @returns the interned id of the value if it is wanted and known, else UNKNOWN */
  private walk(value: unknown, depth: number, wantsId: boolean): number {
    const { cursor, containers } = this;
    const ends = cursor.ends(depth);
    if (isPrimitive(value)) {
      if (ends) this.mark(this.valueRanks.rankOf(value));
      return wantsId && containers !== null ? containers.find(value) : UNKNOWN;
    }
    if (!isContainer(value)) return UNKNOWN;
    const ids = containers !== null && (ends || wantsId) && containers.mayContain(value) ? [] : null;
    const isKnown = Array.isArray(value)
      ? this.walkElements(value, depth, ids)
      : isObject(value) && this.walkMembers(value, depth, ids);
    const id =
      ids !== null && containers !== null && isKnown ? containers.findContainer(value, ids) : UNKNOWN;
    // The masks of this depth are unchanged: the walk below has written only deeper ones.
    if (ends && cursor.ends(depth)) this.mark(this.valueRanks.rankOfContainer(id));
    return id;
  }

  /** @returns true if the ids of all elements are known */
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

  /** @returns true if the ids of all members are known */
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

  private mark(rank: number): void {
    const { words, marks, found, cursor } = this;
    let before = 0;
    for (let word = 0; word < words; word++) {
      const mark = marks[rank * words + word] ?? 0;
      before |= mark;
      marks[rank * words + word] = mark | (cursor.ended[word] ?? 0);
      found[word] = (found[word] ?? 0) | (cursor.ended[word] ?? 0);
    }
    if (before === 0) this.ranks.push(rank);
  }
}

/** The index of the last number in a sorted list that is at most `limit`; -1 if there is none. */
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
