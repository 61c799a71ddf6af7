import type { Segment } from '../../../shared/domain/document-path.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { isContainer, sizeOf } from './json.js';
import { maskOf, PathCursor, PathSet } from './path-set.js';

/** The most values at a path that an explanation shows, and their total size. */
const MAX_FOUND = 20;
const MAX_FOUND_SIZE = 16_384;

/** The values at one path of a document. */
export interface SelectedValues {
  /** In the order of the document; empty if the path is missing. */
  readonly found: readonly unknown[];
  /** True if there is more: over 20 values, or over about 16 KiB. */
  readonly truncated: boolean;
}

class Collected implements SelectedValues {
  readonly found: unknown[] = [];
  truncated = false;
  private room = MAX_FOUND_SIZE;

  /** Adds a value. False once there is no more room. */
  add(value: unknown): boolean {
    this.room -= sizeOf(value, this.room);
    this.truncated = this.room < 0 || this.found.length === MAX_FOUND;
    if (!this.truncated) this.found.push(value);
    return !this.truncated;
  }
}

/** The values at each path. Takes one walk through the document. */
export function selectValues(paths: readonly (readonly Segment[])[], document: unknown): SelectedValues[] {
  const collected = paths.map(() => new Collected());
  collect(paths, document, (path, value) => collected[path]?.add(value) === true);
  return collected;
}

/** For each path, whether it selects anything. Takes one walk through the document. */
export function selectsAnything(paths: readonly (readonly Segment[])[], document: unknown): boolean[] {
  const found = paths.map(() => false);
  collect(paths, document, (path) => {
    found[path] = true;
    return false;
  });
  return found;
}

/**
 * Calls `take` with the values at the paths, in document order, until it returns false for a path. The walk ends once
 * it has returned false for every path.
 */
function collect(
  paths: readonly (readonly Segment[])[],
  document: unknown,
  take: (path: number, value: unknown) => boolean,
): void {
  const set = new PathSet(paths);
  const cursor = new PathCursor(set);
  /** The paths for which `take` wants more. */
  const open = maskOf(paths.keys(), set.words);
  let wanted = paths.length;

  function takeEnded(value: unknown, depth: number): void {
    for (let word = 0; word < set.words; word++) {
      const ended = cursor.ended[depth * set.words + word] ?? 0;
      for (let rest = ended & (open[word] ?? 0); rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        if (take(word * 32 + 31 - Math.clz32(bit), value)) continue;
        open[word] = (open[word] ?? 0) & ~bit;
        wanted -= 1;
      }
    }
  }

  function walk(value: unknown, depth: number): void {
    if (cursor.ends(depth)) takeEnded(value, depth);
    if (Array.isArray(value)) {
      if (!cursor.toElements(depth)) return;
      for (const element of value) {
        if (!cursor.reachesByOneOf(open, depth + 1)) return;
        if (isContainer(element) || cursor.endsOneOf(open, depth + 1)) walk(element, depth + 1);
      }
    } else if (isObject(value)) {
      const takesValues = cursor.mayEndWithin(depth);
      for (const name of cursor.namesIn(value, depth)) {
        if (wanted === 0) return;
        if (!takesValues && !isContainer(value[name])) continue;
        if (!cursor.toMember(depth, name) || !cursor.reachesByOneOf(open, depth + 1)) continue;
        if (Object.hasOwn(value, name)) walk(value[name], depth + 1);
      }
    }
  }

  cursor.start();
  walk(document, 0);
}
