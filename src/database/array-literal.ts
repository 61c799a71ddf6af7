/** Values that need no quotes in a PostgreSQL array: numbers, booleans, ids and times. */
type Plain = number | boolean | string | null;

/** Writes a PostgreSQL array. Faster than the driver, which examines each value for its type and quoting. */
export function arrayLiteral(values: readonly Plain[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
