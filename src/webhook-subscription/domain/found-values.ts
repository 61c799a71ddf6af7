import type { Segment } from '../../shared/domain/document-path.js';
import { isObject } from '../../shared/domain/is-object.js';
import { isContainer, sizeOf } from './json.js';
import { maskOf, PathCursor, PathSet } from './path-set.js';

/** As many of the values at a path are shown in an explanation, if they are not too large together. */
const MAX_FOUND = 20;
const MAX_FOUND_SIZE = 16_384;

/** The values at one path of a document. */
export interface FoundValues {
  /** In the order of the document; empty when the path is missing. */
  readonly found: readonly unknown[];
  /** True when there is more than is shown: over 20 values, or over about 16 KiB. */
  readonly truncated: boolean;
}

class Finds implements FoundValues {
  readonly found: unknown[] = [];
  truncated = false;
  private room = MAX_FOUND_SIZE;

  /** False when no more are taken. */
  add(value: unknown): boolean {
    this.room -= sizeOf(value, this.room);
    this.truncated = this.room < 0 || this.found.length === MAX_FOUND;
    if (!this.truncated) this.found.push(value);
    return !this.truncated;
  }
}

/** The values at each of the paths, found in one walk. */
export function whatIsAt(paths: readonly (readonly Segment[])[], document: unknown): FoundValues[] {
  const finds = paths.map(() => new Finds());
  collect(paths, document, (path, value) => finds[path]?.add(value) === true);
  return finds;
}

/** For each of the paths whether anything is there, found in one walk. */
export function isAnythingAt(paths: readonly (readonly Segment[])[], document: unknown): boolean[] {
  const found = paths.map(() => false);
  collect(paths, document, (path) => {
    found[path] = true;
    return false;
  });
  return found;
}

/**
 * Gives `take` the values at the paths, in the order of the document, until it wants no more of a path. The walk ends
 * when it wants no more of any.
 */
function collect(
  paths: readonly (readonly Segment[])[],
  document: unknown,
  take: (path: number, value: unknown) => boolean,
): void {
  const cursor = new PathCursor(new PathSet(paths));
  /** The paths of which more is wanted. */
  const open = maskOf(paths.keys(), cursor.ended.length);
  let wanted = paths.length;

  function takeEnded(value: unknown): void {
    for (const [word, ended] of cursor.ended.entries()) {
      for (let rest = ended & (open[word] ?? 0); rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (take(word * 32 + 31 - Math.clz32(bit), value)) continue;
        open[word] = (open[word] ?? 0) & ~bit;
        wanted -= 1;
      }
    }
  }

  function walk(value: unknown, depth: number): void {
    if (cursor.ends(depth)) takeEnded(value);
    if (Array.isArray(value)) {
      if (!cursor.toElements(depth)) return;
      for (const element of value) {
        if (wanted === 0) return;
        walk(element, depth + 1);
      }
    } else if (isObject(value)) {
      const takesValues = cursor.mayEndWithin(depth);
      for (const name of cursor.namesIn(value, depth)) {
        if (wanted === 0) return;
        if (!takesValues && !isContainer(value[name])) continue;
        if (cursor.toMember(depth, name) && Object.hasOwn(value, name)) walk(value[name], depth + 1);
      }
    }
  }

  cursor.start();
  walk(document, 0);
}
