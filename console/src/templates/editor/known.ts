import type { Schema } from '../../api/client';

/** Everything that a template can contain, for completions and lists. */
export interface Known {
  readonly variables: readonly KnownVariable[];
  readonly helpers: readonly Schema<'TemplateHelper'>[];
  readonly snippets: readonly Schema<'EmailSnippet'>[];
}

/** A variable, with its meaning and value. */
export interface KnownVariable {
  readonly path: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  readonly isObject: boolean;
  readonly sample: unknown;
}

/** The variables of a kind of email with their members, in the order of the catalogue. */
export function variablesOf(
  kind: Schema<'EmailKind'> | undefined,
  values: Readonly<Record<string, unknown>>,
): readonly KnownVariable[] {
  return (kind?.variables ?? []).flatMap((variable) => flattened(variable, '', values));
}

/** A value as a short text. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function flattened(
  { name, type, meaning, required, members }: Schema<'EmailVariable'>,
  before: string,
  under: unknown,
): readonly KnownVariable[] {
  const path = `${before}${name}`;
  const sample = memberOf(under, name);
  const own = { path, meaning, isRequired: required, isObject: type === 'object', sample };
  const known = members.flatMap((member) => flattened(member, `${path}.`, sample));
  // A document has its own members, which are in the sample and not in the catalogue.
  const names = new Set(members.map((member) => member.name));
  const more = Object.entries(isRecord(sample) ? sample : {})
    .filter(([member, value]) => !names.has(member) && !isRecord(value) && !Array.isArray(value))
    .map(([member, value]) => ({
      path: `${path}.${member}`,
      meaning: '',
      isRequired: false,
      isObject: false,
      sample: value,
    }));
  return [own, ...known, ...more];
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
