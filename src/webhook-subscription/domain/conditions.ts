import { JsonObject } from '../../event/domain/event.js';
import { DocumentPath } from '../../shared/domain/document-path.js';
import { InvalidInput, Problem } from '../../shared/domain/errors.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { Condition } from './condition.js';
import { isDeeperThan, isObject, sizeOf } from './json.js';

const MAX_CONDITIONS = 50;
const MAX_DEPTH = 16;
/** Characters of all conditions together, as JSON. */
const MAX_SIZE = 131_072;
/** As many of the values that stand at a path are shown in an explanation, if they are not too large together. */
const MAX_FOUND = 20;
const MAX_FOUND_SIZE = 16_384;

/** How one condition fared on a document. */
export interface ConditionResult {
  readonly path: string;
  readonly expected: unknown;
  /** What stands at the path, in the order of the document; empty when the path is missing. */
  readonly found: readonly unknown[];
  /** True when more stands there than is shown: over 20 values, or over about 16 KiB. */
  readonly truncated: boolean;
  readonly matches: boolean;
}

/**
 * Which documents trigger a subscription (CONTRACT 4): all of the conditions must match (AND). Each is a path with
 * what must stand there: a value, compared by JSON type and value, or operators as in `{ "$gte": 1, "$lt": 5 }`, all of
 * which must hold for one value that the path selects. Null, like an object without members, lets every document pass.
 */
export class Conditions {
  private compiled: readonly Condition[] | null = null;

  private constructor(readonly json: JsonObject | null) {}

  /** Everything wrong with a value meant as conditions; pointers are relative to it, as `/data.name/$in`. */
  static problemsIn(value: unknown): Problem[] {
    if (value === null) return [];
    if (!isObject(value)) {
      return [{ pointer: '', code: 'wrong_type', message: 'Must be null or an object of paths.' }];
    }
    const paths = Object.keys(value);
    if (paths.length > MAX_CONDITIONS) {
      return [{ pointer: '', code: 'too_long', message: `Must have at most ${MAX_CONDITIONS} conditions.` }];
    }
    if (sizeOf(value, MAX_SIZE) > MAX_SIZE) {
      return [
        { pointer: '', code: 'too_long', message: `Must have at most ${MAX_SIZE} characters as JSON.` },
      ];
    }
    return paths.flatMap((path) =>
      problemsOf(path, value[path]).map((problem) => ({
        ...problem,
        pointer: pointerTo(path) + problem.pointer,
      })),
    );
  }

  /** @throws InvalidInput naming every problem, with pointers relative to the conditions. */
  static parse(json: JsonObject | null): Conditions {
    const problems = Conditions.problemsIn(json);
    if (problems.length > 0) throw new InvalidInput(problems);
    return new Conditions(json);
  }

  /** Conditions as they lie in the table, where only checked ones are; compiled when first used. */
  static stored(json: JsonObject | null): Conditions {
    return new Conditions(json);
  }

  /** The single conditions, in the order they were written. */
  get all(): readonly Condition[] {
    this.compiled ??= Object.entries(this.json ?? {}).map(
      ([path, expected]) => new Condition(path, expected),
    );
    return this.compiled;
  }

  match(document: unknown): boolean {
    for (const condition of this.all) if (!condition.matches(document)) return false;
    return true;
  }

  /** Why a document matches or not, condition by condition. */
  explain(document: unknown): ConditionResult[] {
    return this.all.map((condition) => ({
      path: condition.text,
      expected: condition.expected,
      ...whatStandsAt(condition.path, document),
      matches: condition.matches(document),
    }));
  }
}

function whatStandsAt(path: DocumentPath, document: unknown): Pick<ConditionResult, 'found' | 'truncated'> {
  const found: unknown[] = [];
  let room = MAX_FOUND_SIZE;
  const truncated = path.some(document, (value) => {
    room -= sizeOf(value, room);
    if (room < 0 || found.length === MAX_FOUND) return true;
    found.push(value);
    return false;
  });
  return { found, truncated };
}

function problemsOf(path: string, expected: unknown): Problem[] {
  const pathProblem = DocumentPath.problemIn(path);
  const problems = Condition.problemsIn(expected);
  if (isDeeperThan(MAX_DEPTH, expected)) {
    problems.push({
      pointer: '',
      code: 'too_deep',
      message: `Must not be nested deeper than ${MAX_DEPTH} levels.`,
    });
  }
  return pathProblem === null ? problems : [pathProblem, ...problems];
}
