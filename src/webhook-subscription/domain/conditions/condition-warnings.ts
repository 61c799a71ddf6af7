import type { JsonObject } from '../../../event/domain/event.js';
import { problem, type Problem } from '../../../shared/domain/errors.js';
import { isObject } from '../../../shared/domain/is-object.js';
import { pointerTo } from '../../../shared/domain/json-pointer.js';
import { operators } from './operators.js';

/** Operators of other query languages that combine conditions. */
const COMBINES = new Set(['$and', '$or', '$nor', '$not']);

/**
 * Warns of valid but probably unintended conditions: operators without `$`, which count as names of members, and
 * operators in places where they are not interpreted. Pointers are relative to the conditions.
 */
export function conditionWarnings(conditions: JsonObject | null): readonly Problem[] {
  return Object.entries(conditions ?? {}).flatMap(([path, expected]) => [
    ...asPath(path),
    ...operatorsWithoutDollar(expected).map((name) => asMember(path, name)),
    ...(isObject(expected) || Array.isArray(expected) ? withinValue(expected, pointerTo(path)) : []),
  ]);
}

/** The members of an object if all of them are names of operators. */
function operatorsWithoutDollar(expected: unknown): readonly string[] {
  if (!isObject(expected)) return [];
  const names = Object.keys(expected);
  return names.every(isOperatorName) ? names : [];
}

function isOperatorName(name: string): boolean {
  return operators.has(`$${name}`);
}

function asPath(name: string): readonly Problem[] {
  const isRead = `Is read as a path: the member "${name}" of the document.`;
  if (isOperatorName(name)) {
    const message = `${isRead} Write the operator $${name} within the value of a path.`;
    return [problem('operator_without_dollar', message, pointerTo(name))];
  }
  if (operators.has(name)) {
    const message = `${isRead} Write the operator within the value of a path.`;
    return [problem('misplaced_operator', message, pointerTo(name))];
  }
  if (!COMBINES.has(name)) return [];
  const message = `${isRead} All conditions must match, and there is no ${name}: use $in or $nin for several values, or a second subscription for an alternative.`;
  return [problem('misplaced_operator', message, pointerTo(name))];
}

function asMember(path: string, name: string): Problem {
  const message = `Is compared with an object that has the member "${name}". The operator is written $${name}.`;
  return problem('operator_without_dollar', message, pointerTo(path) + pointerTo(name));
}

/** Warns of operators deeper in a value, where they count as names of members. */
function withinValue(value: object, pointer: string): readonly Problem[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (!isObject(inner) && !Array.isArray(inner)) return [];
    const at = pointer + pointerTo(name);
    const found = isObject(inner) ? Object.keys(inner).filter((member) => operators.has(member)) : [];
    return [
      ...found.map((member) => {
        const message = `Is compared with an object that has the member "${member}". Operators work only directly in the value of a path: write the whole path, such as "data.amount": { "$gte": 1 }.`;
        return problem('misplaced_operator', message, at + pointerTo(member));
      }),
      ...withinValue(inner, at),
    ];
  });
}
