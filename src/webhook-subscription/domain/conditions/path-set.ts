import { ANY, type Segment } from '../../../shared/domain/document-path.js';

/** Bits per word of a mask, one for each path. */
const WORD = 32;
/** Up to this many names at a depth, looking up each in an object is cheaper than iterating over its members. */
const FEW_NAMES = 8;
/** Measured memory: an entry of a Map without the characters of its name. */
const ENTRY_BYTES = 72;

/**
 * Paths that one walk through a document follows together. Each path is a bit. The walk carries a mask of the paths
 * that lead to the current value; a step into a member is an AND with the mask of the paths that have this name at this
 * depth. Each value is visited once, and the cost depends only on the number of paths.
 */
export class PathSet {
  /** The number of words of a mask. */
  readonly words: number;
  /** The number of segments of the longest path, below which the walk need not go. */
  readonly depth: number;
  /** For each depth, the paths that end there and those with `*` there; then one mask for each name at a depth. */
  readonly masks: Int32Array;
  /** For each depth, the index of each name's mask, which includes paths with `*` at that depth. */
  readonly named: readonly ReadonlyMap<string, number>[];
  /** For each depth, the names if there are few. */
  readonly fewNames: readonly (readonly string[] | null)[];

  constructor(paths: readonly (readonly Segment[])[]) {
    this.words = Math.max(1, Math.ceil(paths.length / WORD));
    this.depth = paths.reduce((longest, { length }) => Math.max(longest, length), 0);
    const masks = Array.from({ length: 2 * (this.depth + 1) * this.words }, () => 0);
    const named = Array.from({ length: this.depth }, () => new Map<string, number>());
    paths.forEach((segments, path) => {
      addTo(masks, this.endsAt(segments.length), path);
      segments.forEach((segment, depth) => {
        if (segment === ANY) addTo(masks, this.anyAt(depth), path);
      });
    });
    paths.forEach((segments, path) => {
      segments.forEach((segment, depth) => {
        if (segment === ANY) return;
        let mask = named[depth]?.get(segment);
        if (mask === undefined) {
          mask = masks.length;
          const any = this.anyAt(depth);
          masks.push(...masks.slice(any, any + this.words));
          named[depth]?.set(segment, mask);
        }
        addTo(masks, mask, path);
      });
    });
    this.masks = Int32Array.from(masks);
    this.named = named;
    this.fewNames = named.map((names) => (names.size > FEW_NAMES ? null : [...names.keys()]));
  }

  /** Estimated bytes of memory. */
  get bytes(): number {
    const names = this.named.flatMap((map) => [...map.keys()]);
    return names.reduce((sum, name) => sum + ENTRY_BYTES + name.length, this.masks.byteLength);
  }

  /** The index of the mask of the paths that end at this depth. */
  endsAt(depth: number): number {
    return 2 * depth * this.words;
  }

  /** The index of the mask of the paths that have `*` at this depth. */
  anyAt(depth: number): number {
    return (2 * depth + 1) * this.words;
  }
}

/**
 * The position of a walk through a document: for each depth, the paths that lead to the current value and those that
 * end there. Moving up needs no call, and the elements of an array share one position.
 */
export class PathCursor {
  /** The paths that end at the current value, one row of words for each depth. */
  readonly ended: Int32Array;
  private readonly reached: Int32Array;
  /** For each depth, whether any path ends there. */
  private readonly isEnd: boolean[];

  constructor(private readonly set: PathSet) {
    this.reached = new Int32Array((set.depth + 1) * set.words);
    this.ended = new Int32Array(this.reached.length);
    this.isEnd = Array.from({ length: set.depth + 1 }, () => false);
  }

  /** Starts at the document itself, with the paths of this mask, by default all paths. */
  start(paths?: Int32Array): void {
    for (let word = 0; word < this.set.words; word++) this.reached[word] = paths?.[word] ?? -1;
  }

  /** True if paths end at the current value of this depth. */
  ends(depth: number): boolean {
    return this.isEnd[depth] === true;
  }

  /** True if one of these paths ends at the current value of this depth. */
  endsOneOf(paths: Int32Array, depth: number): boolean {
    return haveCommonPath(this.ended, depth * this.set.words, paths, 0, this.set.words);
  }

  /** True if one of these paths leads to the current value of this depth. */
  reachesByOneOf(paths: Int32Array, depth: number): boolean {
    return haveCommonPath(this.reached, depth * this.set.words, paths, 0, this.set.words);
  }

  /**
   * True if a path can end at a part of the current value of this depth. If not, parts that are neither objects nor
   * arrays need no visit.
   */
  mayEndWithin(depth: number): boolean {
    if (depth >= this.set.depth) return false;
    const { masks, words } = this.set;
    return haveCommonPath(this.reached, depth * words, masks, this.set.endsAt(depth + 1), words);
  }

  /** True if a path ends at every part of the current value of this depth. */
  endsAtEveryPart(depth: number): boolean {
    return this.toElements(depth) && this.ends(depth + 1);
  }

  /** Steps to the elements of the array at this depth, which the same paths reach. False if none does. */
  toElements(depth: number): boolean {
    return depth < this.set.depth && this.step(this.set.anyAt(depth), depth);
  }

  /** Steps to a member of the object at this depth. False if no path leads there. */
  toMember(depth: number, name: string): boolean {
    if (depth >= this.set.depth) return false;
    return this.step(this.set.named[depth]?.get(name) ?? this.set.anyAt(depth), depth);
  }

  /** A superset of the names to which paths lead from the object at this depth. Some may be absent. */
  namesIn(value: Readonly<Record<string, unknown>>, depth: number): readonly string[] {
    if (depth >= this.set.depth) return [];
    const few = this.set.fewNames[depth];
    return few && !this.toElements(depth) ? few : Object.keys(value);
  }

  /** Steps one level down, along the paths of a mask. */
  private step(mask: number, depth: number): boolean {
    const { words, masks } = this.set;
    const { reached, ended } = this;
    const ends = this.set.endsAt(depth + 1);
    const from = depth * words;
    const to = from + words;
    let [any, anyEnded] = [0, 0];
    for (let word = 0; word < words; word++) {
      const both = (reached[from + word] ?? 0) & (masks[mask + word] ?? 0);
      const end = both & (masks[ends + word] ?? 0);
      reached[to + word] = both;
      ended[to + word] = end;
      any |= both;
      anyEnded |= end;
    }
    this.isEnd[depth + 1] = anyEnded !== 0;
    return any !== 0;
  }
}

/** True if two masks have a path in common. Each is given by its array and its first index. */
function haveCommonPath(
  left: Int32Array,
  leftFrom: number,
  right: Int32Array,
  rightFrom: number,
  words: number,
): boolean {
  for (let word = 0; word < words; word++) {
    if (((left[leftFrom + word] ?? 0) & (right[rightFrom + word] ?? 0)) !== 0) return true;
  }
  return false;
}

function addTo(masks: number[], mask: number, path: number): void {
  const word = mask + Math.floor(path / WORD);
  masks[word] = (masks[word] ?? 0) | (1 << (path % WORD));
}

/** True if the mask that begins at `from` has the path. */
export function hasPath(masks: Int32Array, from: number, path: number): boolean {
  return ((masks[from + Math.floor(path / WORD)] ?? 0) & (1 << (path % WORD))) !== 0;
}

/** A mask of these paths. */
export function maskOf(paths: Iterable<number>, words: number): Int32Array {
  const mask = new Int32Array(words);
  for (const path of paths) {
    const word = Math.floor(path / WORD);
    mask[word] = (mask[word] ?? 0) | (1 << (path % WORD));
  }
  return mask;
}
