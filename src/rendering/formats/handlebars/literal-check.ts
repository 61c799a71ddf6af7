import { similarName } from '../../../shared/domain/similar-name.js';
import type { Helper, LiteralCheck } from './helper.js';

interface LiteralFault {
  readonly code: string;
  readonly message: string;
  readonly node: hbs.AST.Node;
}

interface Given {
  readonly params: readonly hbs.AST.Expression[];
  readonly hash: hbs.AST.Hash | undefined;
}

/**
 * Faults of literals that a template passes to helpers. Values from the data are checked at rendering.
 */
export function literalFaults(
  name: string,
  helper: Helper,
  { params, hash }: Given,
): readonly LiteralFault[] {
  const faults = params.flatMap((node, index) => faultsOf(node, helper.checks?.[index] ?? null));
  if (helper.named === undefined) return faults;
  for (const { key, value } of hash?.pairs ?? []) {
    const check = Object.hasOwn(helper.named, key) ? helper.named[key] : undefined;
    if (check !== undefined) faults.push(...faultsOf(value, check));
    else
      faults.push({ code: 'wrong_parameters', message: unknownName(name, helper.named, key), node: value });
  }
  faults.push(...secondFaults(name, helper.secondByName, { params, hash }));
  return faults;
}

function faultsOf(node: hbs.AST.Expression, check: LiteralCheck | null): LiteralFault[] {
  if (check === null || !isLiteral(node)) return [];
  const message = check(node.value);
  return message === null ? [] : [{ code: 'invalid_value', message, node }];
}

function unknownName(helper: string, named: Readonly<Record<string, LiteralCheck>>, key: string): string {
  const names = Object.keys(named);
  const meant = similarName(key, names);
  const hint = meant === null ? `It takes ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `${helper} does not take ${key}=. ${hint}`;
}

/** Checks that a second parameter that can be passed by name is passed exactly once. */
function secondFaults(
  helper: string,
  secondName: string | undefined,
  { params, hash }: Given,
): readonly LiteralFault[] {
  const [first, second] = params;
  if (first === undefined || secondName === undefined) return [];
  const named = hash?.pairs.find(({ key }) => key === secondName);
  if ((second === undefined) !== (named === undefined)) return [];
  const message =
    named === undefined
      ? `${helper} needs a ${secondName} after its first parameter.`
      : `${helper} takes one ${secondName}: remove the second one.`;
  return [{ code: 'wrong_parameters', message, node: named?.value ?? first }];
}

function isLiteral(
  node: hbs.AST.Expression,
): node is hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral {
  return node.type === 'StringLiteral' || node.type === 'NumberLiteral' || node.type === 'BooleanLiteral';
}
