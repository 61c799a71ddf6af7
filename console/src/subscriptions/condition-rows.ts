/** How a condition compares; `is` is equality, which has no operator of its own in the API. */
export type Operator =
  | 'is'
  | '$ne'
  | '$in'
  | '$nin'
  | '$exists'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$startsWith';

/** One line of the condition builder. */
export interface ConditionRow {
  readonly path: string;
  readonly operator: Operator;
  /** As it is typed: JSON, or else a text that needs no quotes. */
  readonly value: string;
}

const OPERATORS: ReadonlySet<string> = new Set([
  '$ne',
  '$in',
  '$nin',
  '$exists',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$startsWith',
]);

/** The conditions as the service takes them; null for none. Rows without a path do not count yet. */
export function conditionsOf(rows: readonly ConditionRow[]): Record<string, unknown> | null {
  const paths = new Map<string, ConditionRow[]>();
  for (const row of rows) {
    const path = row.path.trim();
    if (path !== '') paths.set(path, [...(paths.get(path) ?? []), row]);
  }
  if (paths.size === 0) return null;
  return Object.fromEntries([...paths].map(([path, own]) => [path, valueOf(own)]));
}

/** The rows that say the same as conditions; null when some are more than rows can say. */
export function rowsOf(conditions: Readonly<Record<string, unknown>>): readonly ConditionRow[] | null {
  const rows: ConditionRow[] = [];
  for (const [path, expected] of Object.entries(conditions)) {
    const operators = operatorsIn(expected);
    if (operators === null) {
      if (isObject(expected)) return null;
      rows.push({ path, operator: 'is', value: typedAs(expected) });
    } else {
      for (const [operator, value] of operators) rows.push({ path, operator, value: typedAs(value) });
    }
  }
  return rows;
}

/** A value as it is typed: a text stays bare unless it would read as something else. */
export function typedAs(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return meaningOf(value) === value ? value : JSON.stringify(value);
}

function valueOf(rows: readonly ConditionRow[]): unknown {
  const [first] = rows;
  if (rows.length === 1 && first?.operator === 'is') return meaningOf(first.value);
  // Several conditions on a path are one object of operators, in which equality is `$in` of one.
  return Object.fromEntries(
    rows.map(({ operator, value }) =>
      operator === 'is' ? ['$in', [meaningOf(value)]] : [operator, meaningOf(value)],
    ),
  );
}

function meaningOf(typed: string): unknown {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

function operatorsIn(expected: unknown): readonly (readonly [Operator, unknown])[] | null {
  if (!isObject(expected)) return null;
  const entries = Object.entries(expected);
  const areAll = entries.length > 0 && entries.every(([name]) => OPERATORS.has(name));
  return areAll ? entries.map(([name, value]) => [name as Operator, value] as const) : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
