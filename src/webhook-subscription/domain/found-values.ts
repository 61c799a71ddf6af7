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

  add(value: unknown): void {
    if (this.truncated) return;
    this.room -= sizeOf(value, this.room);
    this.truncated = this.room < 0 || this.found.length === MAX_FOUND;
    if (!this.truncated) this.found.push(value);
  }
}

/** The values at each of the paths, found in one walk. */
export function whatIsAt(paths: readonly (readonly Segment[])[], document: unknown): FoundValues[] {
  const cursor = new PathCursor(new PathSet(paths));
  const finds = paths.map(() => new Finds());
  /** The paths that have room for more. */
  const open = maskOf(finds.keys(), cursor.ended.length);

  function collect(value: unknown): void {
    for (const [word, paths] of cursor.ended.entries()) {
      for (let rest = paths & (open[word] ?? 0); rest !== 0; rest &= rest - 1) {
        const bit = rest & -rest;
        const find = finds[word * 32 + 31 - Math.clz32(bit)];
        find?.add(value);
        if (find?.truncated) open[word] = (open[word] ?? 0) & ~bit;
      }
    }
  }

  function walk(value: unknown, depth: number): void {
    if (cursor.ends(depth)) collect(value);
    if (Array.isArray(value)) {
      if (cursor.toElements(depth)) for (const element of value) walk(element, depth + 1);
    } else if (isObject(value)) {
      const takesValues = cursor.mayEndWithin(depth);
      for (const name of cursor.namesIn(value, depth)) {
        if (!takesValues && !isContainer(value[name])) continue;
        if (cursor.toMember(depth, name) && Object.hasOwn(value, name)) walk(value[name], depth + 1);
      }
    }
  }

  cursor.start();
  walk(document, 0);
  return finds;
}
