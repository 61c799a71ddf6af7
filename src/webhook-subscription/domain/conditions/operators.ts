import { problem, type Problem } from '../../../shared/domain/errors.js';
import { allExcept, type Operands, singles, type RankRange, ValueRanks } from './value-ranks.js';

/** Selects values by an operand, such as `{ "$gt": 5 }`. */
interface Operator {
  /** The problem of an operand, with the pointer '' (the operand itself); null if it is valid. */
  problemIn(operand: unknown): Problem | null;
  /** The values in the operand that need ranks. */
  operands(operand: unknown): Operands;
  /** The selected values. */
  rangesIn(valueRanks: ValueRanks, operand: unknown): readonly RankRange[];
}

const MAX_LIST = 1_000;
const LIST_RULE = `Must be an array of 1 to ${MAX_LIST} values.`;
const NONE: Operands = { equals: [], limits: [] };

/** The operators of a condition (docs/delivery.md), by name. To add one, add one entry. */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ['$in', operator(isList, LIST_RULE, equalTo, (valueRanks, list) => singles(ranksOf(valueRanks, list)))],
  [
    '$nin',
    operator(isList, LIST_RULE, equalTo, (valueRanks, list) =>
      allExcept(ranksOf(valueRanks, list), valueRanks.length),
    ),
  ],
  [
    '$ne',
    operator(
      isAnything,
      'Must be a value.',
      (operand) => equalTo([operand]),
      (valueRanks, operand) => allExcept([valueRanks.rankOfOperand(operand)], valueRanks.length),
    ),
  ],
  [
    '$exists',
    operator(
      isBoolean,
      'Must be true or false.',
      () => NONE,
      (valueRanks, operand) => (operand ? valueRanks.all : []),
    ),
  ],
  ['$gt', comparison((valueRanks, limit) => valueRanks.above(limit, { included: false }))],
  ['$gte', comparison((valueRanks, limit) => valueRanks.above(limit, { included: true }))],
  ['$lt', comparison((valueRanks, limit) => valueRanks.below(limit, { included: false }))],
  ['$lte', comparison((valueRanks, limit) => valueRanks.below(limit, { included: true }))],
  ['$startsWith', operator(isText, 'Must be a string.', prefixOperands, startingWith)],
]);

/** A condition without an operator: equality by JSON type and value, deep for objects and arrays. */
export const equality = {
  operands: (expected: unknown): Operands => equalTo([expected]),
  rangesIn: (valueRanks: ValueRanks, expected: unknown): RankRange[] =>
    singles([valueRanks.rankOfOperand(expected)]),
};

function operator<Operand>(
  accepts: (operand: unknown) => operand is Operand,
  rule: string,
  operands: (operand: Operand) => Operands,
  rangesIn: (valueRanks: ValueRanks, operand: Operand) => readonly RankRange[],
): Operator {
  return {
    problemIn: (operand) => (accepts(operand) ? null : problem('invalid_operand', rule)),
    operands: (operand) => (accepts(operand) ? operands(operand) : NONE),
    rangesIn: (valueRanks, operand) => (accepts(operand) ? rangesIn(valueRanks, operand) : []),
  };
}

/** Orders numbers by value and strings by UTF-16 code units; values of different types have no order. */
function comparison(rangesIn: (valueRanks: ValueRanks, limit: number | string) => RankRange[]): Operator {
  return operator(
    isOrdered,
    'Must be a number or a string.',
    (limit) => ({ equals: [], limits: [limit] }),
    rangesIn,
  );
}

function equalTo(values: readonly unknown[]): Operands {
  return { equals: values, limits: [] };
}

function ranksOf(valueRanks: ValueRanks, values: readonly unknown[]): number[] {
  return values.map((value) => valueRanks.rankOfOperand(value));
}

/** Strings with a prefix are adjacent in the order of strings: from the prefix up to `endOf(prefix)`. */
function prefixOperands(prefix: string): Operands {
  const end = endOf(prefix);
  return { equals: [], limits: end === null ? [prefix] : [prefix, end] };
}

function startingWith(valueRanks: ValueRanks, prefix: string): readonly RankRange[] {
  const [[first, last] = [0, 0]] = valueRanks.above(prefix, { included: true });
  const end = endOf(prefix);
  return [[first, end === null ? last : valueRanks.rankOf(end) - 1]];
}

/** The least string that is greater than all strings with a prefix; null when there is none. */
function endOf(prefix: string): string | null {
  const stem = prefix.replace(/\uffff+$/, '');
  if (stem === '') return null;
  return stem.slice(0, -1) + String.fromCharCode(stem.charCodeAt(stem.length - 1) + 1);
}

function isList(operand: unknown): operand is readonly unknown[] {
  return Array.isArray(operand) && operand.length >= 1 && operand.length <= MAX_LIST;
}

function isOrdered(operand: unknown): operand is number | string {
  return typeof operand === 'number' || typeof operand === 'string';
}

function isBoolean(operand: unknown): operand is boolean {
  return typeof operand === 'boolean';
}

function isText(operand: unknown): operand is string {
  return typeof operand === 'string';
}

function isAnything(operand: unknown): operand is unknown {
  return operand !== undefined;
}
