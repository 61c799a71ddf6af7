import { DocumentPath, type Segment } from '../../../shared/domain/document-path.js';
import { problem, type Problem } from '../../../shared/domain/errors.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';
import { equality, operators } from './operators.js';
import { intersection, type Operands, type RankRange, ValueRanks } from './value-ranks.js';

/** One condition: a path and the expected value. */
export class Condition {
  readonly segments: readonly Segment[];
  /** Equal for different spellings of the same path. */
  readonly pathKey: string;
  /** True for `{ "$exists": false }`, which is met if the path selects nothing. */
  readonly mustBeMissing: boolean;

  /** @throws InvalidInput if the path is invalid */
  constructor(
    readonly text: string,
    readonly expected: unknown,
  ) {
    const path = DocumentPath.parse(text);
    this.segments = path.segments;
    this.pathKey = path.toString();
    this.mustBeMissing = isOperation(expected) && expected['$exists'] === false;
  }

  /** All problems of the value of a condition. Pointers are relative to the value. */
  static problemsIn(expected: unknown): Problem[] {
    if (!isOperation(expected)) return [];
    const names = Object.keys(expected);
    return names.flatMap((name) => {
      const problem = problemWith(name, expected[name], names.length);
      return problem === null ? [] : [{ ...problem, pointer: pointerTo(name) }];
    });
  }

  /** The values that the condition distinguishes from all others. */
  get operands(): Operands {
    if (!isOperation(this.expected)) return equality.operands(this.expected);
    const all = Object.entries(this.expected).flatMap(
      ([name, operand]) => operators.get(name)?.operands(operand) ?? [],
    );
    return {
      equals: all.flatMap(({ equals }) => [...equals]),
      limits: all.flatMap(({ limits }) => [...limits]),
    };
  }

  /**
   * The values that meet the condition, one of which must be at the path. All operators must match the same value. A
   * missing path meets only `{ "$exists": false }`, and nothing else does.
   */
  rangesIn(valueRanks: ValueRanks): readonly RankRange[] {
    if (!isOperation(this.expected)) return equality.rangesIn(valueRanks, this.expected);
    return Object.entries(this.expected)
      .map(([name, operand]) => operators.get(name)?.rangesIn(valueRanks, operand) ?? [])
      .reduce<readonly RankRange[]>(intersection, valueRanks.all);
  }
}

/** True for an object with a member that begins with $. Any other value is compared as a whole. */
function isOperation(expected: unknown): expected is Readonly<Record<string, unknown>> {
  return isObject(expected) && Object.keys(expected).some((name) => name.startsWith('$'));
}

function problemWith(name: string, operand: unknown, count: number): Problem | null {
  if (!name.startsWith('$')) {
    return problem('not_allowed', 'Must not be beside operators, which begin with $.');
  }
  const operator = operators.get(name);
  if (operator === undefined) {
    return problem(
      'unknown_operator',
      `Is not an operator; the operators are ${[...operators.keys()].join(', ')}.`,
    );
  }
  if (name === '$exists' && operand === false && count > 1) {
    return problem('not_allowed', 'Must be the only operator when it is false.');
  }
  return operator.problemIn(operand);
}
