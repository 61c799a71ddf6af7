import type { JsonObject } from '../../../event/domain/event.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { isContainer, isPrimitive } from './json.js';
import { InternedValues, UNKNOWN } from './interned-values.js';
import { lastUpTo } from './operand-ranks.js';
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
 * The values of one document at the paths of a block: for each rank, the paths where it was seen. Each value is looked
 * up once for all paths that lead to it and all their conditions.
 */
export class DocumentScan {
  private readonly cursor: PathCursor;
  private readonly words: number;
  private readonly containers: InternedValues | null;
  /** For each rank, a mask of the paths where it was seen. */
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
    const ends = this.cursor.ends(depth);
    if (isPrimitive(value)) {
      if (ends) this.mark(this.valueRanks.rankOf(value), depth);
      return wantsId && this.containers !== null ? this.containers.find(value) : UNKNOWN;
    }
    const interned = ends || wantsId ? this.containers : null;
    let id = UNKNOWN;
    if (Array.isArray(value)) id = this.walkElements(value, depth, interned);
    else if (isObject(value)) id = this.walkMembers(value, depth, interned);
    if (ends) this.mark(this.valueRanks.rankOfContainer(id), depth);
    return id;
  }

  /** @returns the id of the array among these values, else UNKNOWN */
  private walkElements(elements: readonly unknown[], depth: number, interned: InternedValues | null): number {
    const leadsOn = this.cursor.toElements(depth);
    const takesValues = leadsOn && this.cursor.ends(depth + 1);
    let id = interned?.arrayOf(elements.length) ?? UNKNOWN;
    for (const element of elements) {
      const wantsId = id !== UNKNOWN;
      if (!leadsOn && !wantsId) break;
      if (!takesValues && !wantsId && !isContainer(element)) continue;
      const part = leadsOn ? this.walk(element, depth + 1, wantsId) : (interned?.find(element) ?? UNKNOWN);
      if (wantsId) id = interned?.followedBy(id, part) ?? UNKNOWN;
    }
    return id;
  }

  /** @returns the id of the object among these values, else UNKNOWN */
  private walkMembers(value: JsonObject, depth: number, interned: InternedValues | null): number {
    const { cursor } = this;
    const takesValues = cursor.mayEndWithin(depth);
    const all = interned === null ? [] : Object.keys(value);
    /** The ids of the members so far; null once the object cannot be interned. */
    let members: number[] | null = interned?.hasObjectOf(all.length) ? [] : null;
    for (const name of members === null ? cursor.namesIn(value, depth) : all) {
      if (!takesValues && members === null && !isContainer(value[name])) continue;
      let part = UNKNOWN;
      if (cursor.toMember(depth, name)) {
        if (!Object.hasOwn(value, name)) continue;
        part = this.walk(value[name], depth + 1, members !== null);
      } else if (members !== null) part = interned?.find(value[name]) ?? UNKNOWN;
      const member = members === null ? UNKNOWN : (interned?.memberOf(name, part) ?? UNKNOWN);
      if (member === UNKNOWN) members = null;
      else members?.push(member);
    }
    return members === null ? UNKNOWN : (interned?.objectOf(members) ?? UNKNOWN);
  }

  /** Records that the paths that end at this depth select a value of this rank. */
  private mark(rank: number, depth: number): void {
    const { words, marks, found } = this;
    const { ended } = this.cursor;
    const [from, row] = [rank * words, depth * words];
    let before = 0;
    for (let word = 0; word < words; word++) {
      const mark = marks[from + word] ?? 0;
      const end = ended[row + word] ?? 0;
      before |= mark;
      marks[from + word] = mark | end;
      found[word] = (found[word] ?? 0) | end;
    }
    if (before === 0) this.ranks.push(rank);
  }
}
