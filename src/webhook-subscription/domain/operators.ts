import { Test } from '../../shared/domain/document-path.js';
import { InvalidInput, Problem } from '../../shared/domain/errors.js';
import { isPrimitive, sameJson } from './json.js';

/** One way to test a value of the document against an operand, as `{ "$gt": 5 }` does. */
interface Operator {
  /** What is wrong with an operand, with the pointer '' (the operand itself); null when it can be used. */
  problemIn(operand: unknown): Problem | null;
  /** @throws InvalidInput when the operand cannot be used. */
  testAgainst(operand: unknown): Test;
}

const MAX_LIST = 1_000;

/** The operators of a condition (CONTRACT 4), by name. To add one, add one entry. */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ['$in', operator(isList, `Must be an array of 1 to ${MAX_LIST} values.`, isOneOf)],
  ['$nin', operator(isList, `Must be an array of 1 to ${MAX_LIST} values.`, (list) => not(isOneOf(list)))],
  ['$ne', operator(isAnything, 'Must be a value.', (operand) => not(equals(operand)))],
  ['$exists', operator(isBoolean, 'Must be true or false.', (operand) => () => operand)],
  ['$gt', comparison((order) => order > 0)],
  ['$gte', comparison((order) => order >= 0)],
  ['$lt', comparison((order) => order < 0)],
  ['$lte', comparison((order) => order <= 0)],
  ['$startsWith', operator(isText, 'Must be a string.', startsWith)],
]);

/** The test of a condition without an operator: equality by JSON type and value, deep for objects and arrays. */
export function equals(expected: unknown): Test {
  return isPrimitive(expected) ? (value) => value === expected : (value) => sameJson(value, expected);
}

function operator<Operand>(
  accepts: (operand: unknown) => operand is Operand,
  rule: string,
  test: (operand: Operand) => Test,
): Operator {
  const problem = { pointer: '', code: 'invalid_operand', message: rule };
  return {
    problemIn: (operand) => (accepts(operand) ? null : problem),
    testAgainst: (operand) => {
      if (!accepts(operand)) throw new InvalidInput([problem]);
      return test(operand);
    },
  };
}

function isOneOf(list: readonly unknown[]): Test {
  const primitives = new Set(list.filter(isPrimitive));
  const others = list.filter((item) => !isPrimitive(item));
  return (value) =>
    isPrimitive(value) ? primitives.has(value) : others.some((candidate) => sameJson(value, candidate));
}

/** Orders numbers by value and strings by UTF-16 code units; values of different types have no order. */
function comparison(accepts: (order: number) => boolean): Operator {
  return operator(isOrdered, 'Must be a number or a string.', (limit) => (value) => {
    if (typeof value !== typeof limit || !isOrdered(value)) return false;
    return accepts(value < limit ? -1 : Number(value > limit));
  });
}

function startsWith(prefix: string): Test {
  return (value) => typeof value === 'string' && value.startsWith(prefix);
}

function not(test: Test): Test {
  return (value) => !test(value);
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
