import type { JsonObject } from '../../event/domain/event.js';
import { ANY, DocumentPath, type Segment } from '../../shared/domain/document-path.js';
import { InvalidInput, problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { isContainer } from './conditions/json.js';
import { PathCursor, PathSet } from './conditions/path-set.js';

const MAX_PATHS = 100;
/** Bytes of all paths together, in UTF-8. */
const MAX_BYTES = 16_384;

/**
 * Selects the parts of a document to send (docs/delivery.md): `[]` nothing, `['*']` everything, else what the paths
 * select, in the structure and order of the document:
 *
 * - An object or array appears only if something within it is selected.
 * - If an element of an array is selected, the array keeps its length and the places of its elements, so that receivers
 *   can combine projections. An element without anything selected becomes `{}`, `[]`, or `null` if it is neither an
 *   object nor an array.
 * - Paths may repeat or overlap.
 */
export class IncludePaths {
  readonly isWhole: boolean;
  readonly isEmpty: boolean;
  private compiled: Compiled | null = null;

  private constructor(readonly paths: readonly string[]) {
    this.isWhole = paths[0] === '*';
    this.isEmpty = paths.length === 0;
  }

  /** All problems of a value as include paths. Pointers are relative to the value. */
  static problemsIn(value: unknown): Problem[] {
    if (!Array.isArray(value)) {
      return [problem('wrong_type', 'Must be an array of paths.')];
    }
    if (value.length > MAX_PATHS) {
      return [problem('too_long', `Must have at most ${MAX_PATHS} paths.`)];
    }
    const bytes = value.reduce<number>((sum, path: unknown) => sum + bytesOf(path), 0);
    if (bytes > MAX_BYTES) {
      const message = `Must have at most ${MAX_BYTES} bytes in all paths together.`;
      return [problem('too_long', message)];
    }
    return value.flatMap((path: unknown, index) => {
      const problem = problemWith(path, value.length);
      return problem === null ? [] : [{ ...problem, pointer: pointerTo(index) }];
    });
  }

  /** @throws InvalidInput with all problems; pointers are relative to the list */
  static parse(paths: readonly string[]): IncludePaths {
    const problems = IncludePaths.problemsIn(paths);
    if (problems.length > 0) throw new InvalidInput(problems);
    return new IncludePaths([...paths]);
  }

  /** Reads stored paths without checking, because they were checked when written, perhaps by older rules. */
  static stored(paths: readonly string[]): IncludePaths {
    return new IncludePaths(paths);
  }

  /** Equal for lists of paths that differ only in order, repetition, spelling, or paths within other paths. */
  get key(): string {
    return this.compile().key;
  }

  /** The approximate memory after first use. */
  get bytes(): number {
    const { key, set } = this.compile();
    return key.length + set.bytes + this.paths.reduce((sum, path) => sum + 2 * path.length + 32, 256);
  }

  /** Projects a document. Parts selected as a whole are shared with it, not copied. */
  project(document: JsonObject): JsonObject {
    if (this.isWhole) return document;
    if (this.isEmpty) return {};
    const cursor = new PathCursor(this.compile().set);
    cursor.start();
    const found = projectedObject(document, cursor, 0);
    return isObject(found) ? found : {};
  }

  /** Like `project`, for a document as JSON. */
  projectJson(json: string): string {
    if (this.isWhole) return json;
    const document: unknown = JSON.parse(json);
    return JSON.stringify(isObject(document) ? this.project(document) : {});
  }

  private compile(): Compiled {
    return (this.compiled ??= compiledOf(this.isWhole ? [] : this.paths, this.isWhole));
  }
}

interface Compiled {
  readonly key: string;
  readonly set: PathSet;
}

const NOTHING = Symbol('nothing selected');

function problemWith(path: unknown, count: number): Problem | null {
  if (typeof path !== 'string') {
    return problem('wrong_type', 'Must be a string.');
  }
  if (path === '*' && count > 1) {
    return problem('not_allowed', 'Must be the only path: * already sends everything.');
  }
  return DocumentPath.problemIn(path);
}

function bytesOf(path: unknown): number {
  return typeof path === 'string' ? Buffer.byteLength(path) : 0;
}

/** Compiles paths. Omits those within a part that another path selects as a whole. */
function compiledOf(texts: readonly string[], isWhole: boolean): Compiled {
  const all = new Map<string, readonly Segment[]>();
  for (const text of texts) {
    const { segments } = DocumentPath.parse(text);
    all.set(keyOf(segments), segments);
  }
  for (const [key, segments] of all) {
    const isWithin = segments.some((_, length) => length > 0 && all.has(keyOf(segments.slice(0, length))));
    if (isWithin) all.delete(key);
  }
  const key = isWhole ? '*' : JSON.stringify([...all.keys()].toSorted());
  return { key, set: new PathSet([...all.values()]) };
}

function keyOf(segments: readonly Segment[]): string {
  return JSON.stringify(segments.map((segment) => (segment === ANY ? 0 : segment)));
}

function projection(value: unknown, cursor: PathCursor, depth: number): unknown {
  if (cursor.ends(depth)) return value;
  if (Array.isArray(value)) return projectedArray(value, cursor, depth);
  return isObject(value) ? projectedObject(value, cursor, depth) : NOTHING;
}

function projectedArray(elements: readonly unknown[], cursor: PathCursor, depth: number): unknown {
  if (elements.length === 0 || !cursor.toElements(depth)) return NOTHING;
  if (cursor.ends(depth + 1)) return elements;
  let projected: unknown[] | null = null;
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index];
    const part = isContainer(element) ? projection(element, cursor, depth + 1) : NOTHING;
    if (part !== NOTHING) projected ??= elements.slice(0, index).map(emptyLike);
    projected?.push(part === NOTHING ? emptyLike(element) : part);
  }
  return projected ?? NOTHING;
}

function projectedObject(value: JsonObject, cursor: PathCursor, depth: number): unknown {
  const names = Object.keys(value);
  if (names.length > 0 && cursor.endsAtEveryPart(depth)) return value;
  const keepsValues = cursor.mayEndWithin(depth);
  let projected: Record<string, unknown> | null = null;
  for (const name of names) {
    if (!keepsValues && !isContainer(value[name])) continue;
    if (!cursor.toMember(depth, name)) continue;
    const part = projection(value[name], cursor, depth + 1);
    if (part === NOTHING) continue;
    projected ??= {};
    if (name === '__proto__') defineOwn(projected, name, part);
    else projected[name] = part;
  }
  return projected ?? NOTHING;
}

/** Defines an own member even if it is named `__proto__`, where an assignment would set the prototype. */
function defineOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}
