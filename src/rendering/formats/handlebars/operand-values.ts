import { type Language, languages } from '../../domain/email-request.js';
import type { Scope } from './scope.js';
import type { NamedOperand, Operand } from './steps.js';
import { valueHelpers } from './value-helpers.js';

/** The value of an operand, as Handlebars finds it. */
export function valueOf(operand: Operand, scope: Scope): unknown {
  switch (operand.kind) {
    case 'path':
      return along(operand.path, scope.contextAt(operand.depth));
    case 'literal':
      return operand.value;
    case 'data':
      return alongData(operand.path, scope.dataAt(operand.depth));
    case 'parameter':
      return along(operand.path, scope.parameter(operand.level, operand.index));
    case 'infinity':
      return operand.isNegative ? -Infinity : Infinity;
    case 'call':
      return called(operand, scope);
    default:
      return undefined;
  }
}

/** The values of named parameters. */
export function namedValues(named: readonly NamedOperand[], scope: Scope): Readonly<Record<string, unknown>> {
  return Object.fromEntries(named.map(([name, operand]) => [name, valueOf(operand, scope)]));
}

/** An own member of a value. Inherited ones, such as `constructor`, are hidden. */
export function ownMember(value: unknown, name: string): unknown {
  if (!hasMembers(value)) return undefined;
  const member = value[name];
  if (member === null || member === undefined) return member;
  return Object.hasOwn(value, name) ? member : undefined;
}

function along(path: readonly string[], start: unknown): unknown {
  let value = start;
  for (const name of path) {
    // The value of a path that cannot continue is the null or undefined at which it ends.
    if (!hasMembers(value)) return value;
    value = ownMember(value, name);
  }
  return value;
}

/** Follows a path of data variables. Stops at a falsy value and returns it. */
function alongData(path: readonly string[], start: unknown): unknown {
  let value = start;
  for (const name of path) {
    if (!value) return value;
    value = ownMember(value, name);
  }
  return value;
}

function called({ helper, operands, named }: Extract<Operand, { kind: 'call' }>, scope: Scope): unknown {
  const values = operands.map((operand) => valueOf(operand, scope));
  if (helper === 'lookup') {
    const [object, name] = values;
    return object ? ownMember(object, String(name)) : object;
  }
  const known = valueHelpers.get(helper);
  if (known === undefined) throw new Error(`There is no helper ${helper}.`);
  return known.evaluate(values, namedValues(named, scope), languageOf(scope));
}

function languageOf({ data }: Scope): Language {
  const language = ownMember(data['root'], 'language');
  return languages.find((known) => known === language) ?? 'en';
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && value !== undefined;
}
