import { DocumentPath, Test } from '../../shared/domain/document-path.js';
import { Problem } from '../../shared/domain/errors.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { isObject, isPrimitive, Primitive } from './json.js';
import { equals, operators } from './operators.js';

/** One path of a subscription's conditions with what must stand there, compiled once. */
export class Condition {
  readonly path: DocumentPath;
  /**
   * Where the condition can only hold if one of these stands at the path, these; else null. An index finds by them
   * the few conditions worth a look.
   */
  readonly anyOf: ReadonlySet<Primitive> | null;
  /** True when one of `anyOf` at the path is all that is asked. */
  readonly isAnyOfOnly: boolean;
  /** Equal for paths that select the same, however they are written. */
  readonly pathKey: string;
  private readonly test: Test;
  private readonly mustBeMissing: boolean;

  /** @throws InvalidInput when `problemsIn(expected)` would name a problem, or the path is none. */
  constructor(
    readonly text: string,
    readonly expected: unknown,
  ) {
    this.path = DocumentPath.parse(text);
    this.test = isOperation(expected) ? meetsAll(expected) : equals(expected);
    this.anyOf = candidatesOf(expected);
    this.isAnyOfOnly =
      this.anyOf !== null && (isPrimitive(expected) || Object.keys(Object(expected)).length === 1);
    this.pathKey = this.path.toString();
    this.mustBeMissing = isOperation(expected) && expected.$exists === false;
  }

  /** Everything wrong with what a path is to match; pointers are relative to it. */
  static problemsIn(expected: unknown): Problem[] {
    if (!isOperation(expected)) return [];
    const names = Object.keys(expected);
    return names.flatMap((name) => {
      const problem = problemWith(name, expected[name], names.length);
      return problem === null ? [] : [{ ...problem, pointer: pointerTo(name) }];
    });
  }

  /**
   * True when a value that the path selects is what the condition expects, all operators of one condition holding for
   * the same value. A missing path never matches, except `{ "$exists": false }`, which matches nothing else.
   */
  matches(document: unknown): boolean {
    if (this.mustBeMissing) return !this.path.some(document, () => true);
    return this.path.some(document, this.test);
  }

  /** The same, for who has followed the path already: `selected` is all that it selects. */
  matchesSelected(selected: readonly unknown[]): boolean {
    return this.mustBeMissing ? selected.length === 0 : selected.some(this.test);
  }
}

/** An object with a member that begins with $ is a set of operators; any other value is compared as it stands. */
function isOperation(expected: unknown): expected is Readonly<Record<string, unknown>> {
  return isObject(expected) && Object.keys(expected).some((name) => name.startsWith('$'));
}

function problemWith(name: string, operand: unknown, count: number): Problem | null {
  if (!name.startsWith('$')) {
    return {
      pointer: '',
      code: 'not_allowed',
      message: 'Must not stand beside operators, which begin with $.',
    };
  }
  const operator = operators.get(name);
  if (operator === undefined) {
    return {
      pointer: '',
      code: 'unknown_operator',
      message: `Is not an operator; the operators are ${[...operators.keys()].join(', ')}.`,
    };
  }
  if (name === '$exists' && operand === false && count > 1) {
    return { pointer: '', code: 'not_allowed', message: 'Must stand alone when it is false.' };
  }
  return operator.problemIn(operand);
}

function meetsAll(operation: Readonly<Record<string, unknown>>): Test {
  const tests = Object.entries(operation).flatMap(
    ([name, operand]) => operators.get(name)?.testAgainst(operand) ?? [],
  );
  const [only] = tests;
  return only !== undefined && tests.length === 1 ? only : (value) => tests.every((test) => test(value));
}

function candidatesOf(expected: unknown): ReadonlySet<Primitive> | null {
  if (isPrimitive(expected)) return new Set([expected]);
  const list: unknown = isOperation(expected) ? expected.$in : null;
  return Array.isArray(list) && list.every(isPrimitive) ? new Set(list) : null;
}
