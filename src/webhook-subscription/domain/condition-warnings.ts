import type { JsonObject } from '../../event/domain/event.js';
import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { operators } from './operators.js';

const CODE = 'operator_without_dollar';

/**
 * What is valid in conditions, but hardly meant: operators without their `$`, which are names of members. Pointers are
 * relative to the conditions.
 */
export function conditionWarnings(conditions: JsonObject | null): readonly Problem[] {
  return Object.entries(conditions ?? {}).flatMap(([path, expected]) => [
    ...(isOperatorName(path) ? [asPath(path)] : []),
    ...operatorsWithoutDollar(expected).map((name) => asMember(path, name)),
  ]);
}

/** The names in an object that has nothing but names of operators. */
function operatorsWithoutDollar(expected: unknown): readonly string[] {
  if (!isObject(expected)) return [];
  const names = Object.keys(expected);
  return names.every(isOperatorName) ? names : [];
}

function isOperatorName(name: string): boolean {
  return operators.has(`$${name}`);
}

function asPath(name: string): Problem {
  const message = `Is read as a path: the member "${name}" of the document. Write the operator $${name} within the value of a path.`;
  return problem(CODE, message, pointerTo(name));
}

function asMember(path: string, name: string): Problem {
  const message = `Is compared with an object that has the member "${name}". The operator is written $${name}.`;
  return problem(CODE, message, pointerTo(path) + pointerTo(name));
}
