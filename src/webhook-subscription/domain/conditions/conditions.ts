import type { JsonObject } from '../../../event/domain/event.js';
import { DocumentPath } from '../../../shared/domain/document-path.js';
import { InvalidInput, problem, type Problem } from '../../../shared/domain/errors.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';
import { Condition } from './condition.js';
import { ConditionBlock } from './condition-block.js';
import { type SelectedValues, selectValues } from './selected-values.js';
import { isDeeperThan, sizeOf } from './json.js';
import { completed, Pace, type Steps } from '../../../shared/domain/steps.js';

const MAX_CONDITIONS = 50;
/** The deepest nesting of conditions. */
const MAX_DEPTH = 32;
/** The most bytes of all conditions together as JSON in UTF-8. */
const MAX_BYTES = 16_384;

/** The result of one condition on a document. */
export interface ConditionResult extends SelectedValues {
  readonly path: string;
  readonly expected: unknown;
  readonly matches: boolean;
}

/**
 * Decides which documents trigger a subscription (docs/delivery.md). All conditions must match (AND). Each is a path
 * with an expected value, compared by JSON type and value, or with operators such as `{ "$gte": 1, "$lt": 5 }`, all of
 * which must match the same value at the path. Null and an empty object match every document.
 */
export class Conditions {
  private parsed: readonly Condition[] | null = null;
  private compiled: ConditionBlock | null = null;

  private constructor(readonly json: JsonObject | null) {}

  /** All problems of a value as conditions. Pointers are relative to the value, such as `/data.name/$in`. */
  static problemsIn(value: unknown): Problem[] {
    if (value === null) return [];
    if (!isObject(value)) {
      return [problem('wrong_type', 'Must be null or an object of paths.')];
    }
    const paths = Object.keys(value);
    if (paths.length > MAX_CONDITIONS) {
      return [problem('too_long', `Must have at most ${MAX_CONDITIONS} conditions.`)];
    }
    // Check roughly first, to avoid serialising a very large value.
    if (
      sizeOf(value, 2 * MAX_BYTES) > 2 * MAX_BYTES ||
      Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES
    ) {
      return [problem('too_long', `Must have at most ${MAX_BYTES} bytes as JSON.`)];
    }
    return paths.flatMap((path) =>
      problemsOf(path, value[path]).map((problem) => ({
        ...problem,
        pointer: pointerTo(path) + problem.pointer,
      })),
    );
  }

  /** @throws InvalidInput with all problems; pointers are relative to the conditions */
  static parse(json: JsonObject | null): Conditions {
    const problems = Conditions.problemsIn(json);
    if (problems.length > 0) throw new InvalidInput(problems);
    return new Conditions(json);
  }

  /** Reads stored conditions without checking, because they were checked when written, perhaps by older rules. */
  static stored(json: JsonObject | null): Conditions {
    return new Conditions(json);
  }

  /** The individual conditions, in the order written. */
  get all(): readonly Condition[] {
    this.parsed ??= Object.entries(this.json ?? {}).map(([path, expected]) => new Condition(path, expected));
    return this.parsed;
  }

  match(document: unknown): boolean {
    return completed(this.tried(document)).every(Boolean);
  }

  /** Explains condition by condition why a document matches or not. Each step takes time linear in the document. */
  *explaining(document: unknown): Steps<ConditionResult[]> {
    const met = yield* this.tried(document);
    yield;
    const found = selectValues(
      this.all.map(({ segments }) => segments),
      document,
    );
    return this.all.map(({ text, expected }, index) => ({
      path: text,
      expected,
      found: found[index]?.found ?? [],
      truncated: found[index]?.truncated ?? false,
      matches: met[index] === true,
    }));
  }

  private *tried(document: unknown): Steps<boolean[]> {
    if (this.all.length === 0) return [];
    this.compiled ??= yield* ConditionBlock.building(this.all);
    const block = this.compiled;
    yield;
    const scan = block.acquire();
    scan.visit(document);
    const pace = new Pace();
    const met = block.conditions.map((condition) => scan.meets(condition, pace));
    block.release(scan);
    return met;
  }
}

function problemsOf(path: string, expected: unknown): Problem[] {
  const pathProblem = DocumentPath.problemIn(path);
  const problems = Condition.problemsIn(expected);
  if (isDeeperThan(MAX_DEPTH - 1, expected)) {
    problems.push(
      problem(
        'too_deep',
        `Must not be nested deeper than ${MAX_DEPTH} levels, those of the conditions included.`,
      ),
    );
  }
  return pathProblem === null ? problems : [pathProblem, ...problems];
}
