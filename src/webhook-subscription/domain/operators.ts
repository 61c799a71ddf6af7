import { problem, type Problem } from '../../shared/domain/errors.js';
import { allBut, type NamedValues, only, type Stretch, ValueLine } from './value-line.js';

/** One way to choose among values by an operand, as `{ "$gt": 5 }` does. */
interface Operator {
  /** The problem of an operand, with the pointer '' (the operand itself); null if it can be used. */
  problemIn(operand: unknown): Problem | null;
  /** The values that the line needs for the operand. */
  names(operand: unknown): NamedValues;
  /** The values chosen. */
  on(line: ValueLine, operand: unknown): readonly Stretch[];
}

const MAX_LIST = 1_000;
const LIST_RULE = `Must be an array of 1 to ${MAX_LIST} values.`;
const NONE: NamedValues = { equals: [], limits: [] };

/** The operators of a condition (docs/delivery.md), by name. To add one, add one entry. */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ['$in', operator(isList, LIST_RULE, equalTo, (line, list) => only(placesOf(line, list)))],
  ['$nin', operator(isList, LIST_RULE, equalTo, (line, list) => allBut(placesOf(line, list), line.length))],
  [
    '$ne',
    operator(
      isAnything,
      'Must be a value.',
      (operand) => equalTo([operand]),
      (line, operand) => allBut([line.placeOfNamed(operand)], line.length),
    ),
  ],
  [
    '$exists',
    operator(
      isBoolean,
      'Must be true or false.',
      () => NONE,
      (line, operand) => (operand ? line.everything : []),
    ),
  ],
  ['$gt', comparison((line, limit) => line.above(limit, { included: false }))],
  ['$gte', comparison((line, limit) => line.above(limit, { included: true }))],
  ['$lt', comparison((line, limit) => line.below(limit, { included: false }))],
  ['$lte', comparison((line, limit) => line.below(limit, { included: true }))],
  ['$startsWith', operator(isText, 'Must be a string.', prefixLimits, startingWith)],
]);

/** A condition without an operator: equality by JSON type and value, deep for objects and arrays. */
export const equality = {
  names: (expected: unknown): NamedValues => equalTo([expected]),
  on: (line: ValueLine, expected: unknown): Stretch[] => only([line.placeOfNamed(expected)]),
};

function operator<Operand>(
  accepts: (operand: unknown) => operand is Operand,
  rule: string,
  names: (operand: Operand) => NamedValues,
  on: (line: ValueLine, operand: Operand) => readonly Stretch[],
): Operator {
  return {
    problemIn: (operand) => (accepts(operand) ? null : problem('invalid_operand', rule)),
    names: (operand) => (accepts(operand) ? names(operand) : NONE),
    on: (line, operand) => (accepts(operand) ? on(line, operand) : []),
  };
}

/** Orders numbers by value and strings by UTF-16 code units; values of different types have no order. */
function comparison(on: (line: ValueLine, limit: number | string) => Stretch[]): Operator {
  return operator(
    isOrdered,
    'Must be a number or a string.',
    (limit) => ({ equals: [], limits: [limit] }),
    on,
  );
}

function equalTo(values: readonly unknown[]): NamedValues {
  return { equals: values, limits: [] };
}

function placesOf(line: ValueLine, values: readonly unknown[]): number[] {
  return values.map((value) => line.placeOfNamed(value));
}

/** In the order of strings those with a prefix follow each other, from the prefix itself to the end of this. */
function prefixLimits(prefix: string): NamedValues {
  const end = endOf(prefix);
  return { equals: [], limits: end === null ? [prefix] : [prefix, end] };
}

function startingWith(line: ValueLine, prefix: string): readonly Stretch[] {
  const [[first, last] = [0, 0]] = line.above(prefix, { included: true });
  const end = endOf(prefix);
  return [[first, end === null ? last : line.placeOf(end) - 1]];
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
