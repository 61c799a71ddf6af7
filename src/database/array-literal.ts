/** What needs no quotes in an array of PostgreSQL: numbers, booleans, ids and times. */
type Plain = number | boolean | string | null;

/** An array in PostgreSQL's own notation. The driver would look at each value for what it is and what is to be quoted. */
export function arrayLiteral(values: readonly Plain[]): string {
  return `{${values.map((value) => value ?? 'NULL').join()}}`;
}
