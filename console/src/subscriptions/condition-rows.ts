/** The operator of a condition. `is` is equality, which has no operator in the API. */
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

/** A row of the condition builder. */
export interface ConditionRow {
  readonly path: string;
  readonly operator: Operator;
  /** The typed value: JSON, or text without quotes. */
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

/** The conditions for the API; null for none. Rows without a path are ignored. */
export function conditionsOf(rows: readonly ConditionRow[]): Record<string, unknown> | null {
  const paths = new Map<string, ConditionRow[]>();
  for (const row of rows) {
    const path = row.path.trim();
    if (path !== '') paths.set(path, [...(paths.get(path) ?? []), row]);
  }
  if (paths.size === 0) return null;
  return Object.fromEntries([...paths].map(([path, own]) => [path, valueOf(own)]));
}

/** The rows for conditions; null if the builder cannot express them. */
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

/** The typed form of a value. Text has no quotes unless it would be parsed as another value. */
export function typedAs(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return meaningOf(value) === value ? value : JSON.stringify(value);
}

function valueOf(rows: readonly ConditionRow[]): unknown {
  const [first] = rows;
  if (rows.length === 1 && first?.operator === 'is') return meaningOf(first.value);
  // Several conditions on a path become one object of operators, in which equality is `$in` with one value.
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
