import { JsonObject } from '../../event/domain/event.js';
import { ANY, DocumentPath, Segment } from '../../shared/domain/document-path.js';
import { InvalidInput, Problem } from '../../shared/domain/errors.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { isObject } from './json.js';

const MAX_PATHS = 100;

/** One place in the tree of all paths: what to take below it. */
interface Branch {
  /** A path ends here: everything below is taken. */
  taken: boolean;
  readonly below: Map<Segment, Branch>;
}

/**
 * Which parts of a document travel with the hook (CONTRACT 4): `[]` nothing, `['*']` everything, else what the paths
 * select, in the structure and the order of the document:
 *
 * - An object or array appears only when something within it is selected; a path that selects nothing leaves no trace.
 * - An array of which an element is selected keeps its length and its elements their places, so that a receiver can
 *   lay two projections side by side. An element without anything selected stands as `{}`, `[]` or, where it is
 *   neither an object nor an array, `null`.
 * - Paths may repeat or overlap: what any of them selects is there, once.
 */
export class IncludePaths {
  readonly isWhole: boolean;
  readonly isEmpty: boolean;
  /** Equal for lists of paths that differ only in order, repetition, spelling, or paths within other paths. */
  readonly key: string;
  private readonly root: Branch = { taken: false, below: new Map() };

  private constructor(readonly paths: readonly string[]) {
    this.isWhole = paths[0] === '*';
    this.isEmpty = paths.length === 0;
    if (!this.isWhole) for (const path of paths) plant(DocumentPath.parse(path).segments, this.root);
    this.key = this.isWhole ? '*' : JSON.stringify(leavesOf(this.root).toSorted());
  }

  /** Everything wrong with a value meant as include paths; pointers are relative to it. */
  static problemsIn(value: unknown): Problem[] {
    if (!Array.isArray(value)) {
      return [{ pointer: '', code: 'wrong_type', message: 'Must be an array of paths.' }];
    }
    if (value.length > MAX_PATHS) {
      return [{ pointer: '', code: 'too_long', message: `Must have at most ${MAX_PATHS} paths.` }];
    }
    return value.flatMap((path: unknown, index) => {
      const problem = problemWith(path, value.length);
      return problem === null ? [] : [{ ...problem, pointer: pointerTo(index) }];
    });
  }

  /** @throws InvalidInput naming every problem, with pointers relative to the list. */
  static parse(paths: readonly string[]): IncludePaths {
    const problems = IncludePaths.problemsIn(paths);
    if (problems.length > 0) throw new InvalidInput(problems);
    return new IncludePaths([...paths]);
  }

  /** Paths as they lie in the table, where only checked ones are. */
  static stored(paths: readonly string[]): IncludePaths {
    return new IncludePaths(paths);
  }

  /** The selected parts of the document; parts taken whole are shared with it, not copied. */
  project(document: JsonObject): JsonObject {
    if (this.isWhole) return document;
    const found = this.isEmpty ? NOTHING : projection(document, [this.root]);
    return isObject(found) ? found : {};
  }
}

const NOTHING = Symbol('nothing selected');

function problemWith(path: unknown, count: number): Problem | null {
  if (typeof path !== 'string') {
    return { pointer: '', code: 'wrong_type', message: 'Must be a string.' };
  }
  if (path === '*' && count > 1) {
    return { pointer: '', code: 'not_allowed', message: 'Must stand alone: * already sends everything.' };
  }
  return DocumentPath.problemIn(path);
}

function plant(segments: readonly Segment[], root: Branch): void {
  let branch = root;
  for (const segment of segments) {
    const next = branch.below.get(segment) ?? { taken: false, below: new Map() };
    branch.below.set(segment, next);
    branch = next;
  }
  branch.taken = true;
}

function leavesOf(branch: Branch, at: readonly Segment[] = []): string[] {
  if (branch.taken) return [JSON.stringify(at.map((segment) => (segment === ANY ? 0 : segment)))];
  return [...branch.below].flatMap(([segment, next]) => leavesOf(next, [...at, segment]));
}

/**
 * What the branches select of a value, or NOTHING. Several branches can lead to one value (`a.b.c` and `a.*.d`); they
 * are followed side by side because to merge them beforehand could take exponentially many branches.
 */
function projection(value: unknown, branches: readonly Branch[]): unknown {
  if (branches.length === 0) return NOTHING;
  if (branches.some(({ taken }) => taken)) return value;
  if (Array.isArray(value)) return projectedArray(value, branchesBelow(branches, ANY));
  return isObject(value) ? projectedObject(value, branches) : NOTHING;
}

function projectedArray(elements: readonly unknown[], branches: readonly Branch[]): unknown {
  if (branches.length === 0) return NOTHING;
  const found = elements.map((element) => projection(element, branches));
  if (found.every((part) => part === NOTHING)) return NOTHING;
  return found.map((part, index) => (part === NOTHING ? emptyLike(elements[index]) : part));
}

function projectedObject(value: JsonObject, branches: readonly Branch[]): unknown {
  const each = branchesBelow(branches, ANY);
  const found: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const part = projection(value[name], [...branchesBelow(branches, name), ...each]);
    if (part !== NOTHING) found.push([name, part]);
  }
  // Object.fromEntries makes even __proto__ a member like any other.
  return found.length === 0 ? NOTHING : Object.fromEntries(found);
}

function branchesBelow(branches: readonly Branch[], segment: Segment): Branch[] {
  return branches.flatMap(({ below }) => below.get(segment) ?? []);
}

function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isObject(value) ? {} : null;
}
