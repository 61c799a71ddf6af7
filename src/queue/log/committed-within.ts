/**
 * The condition that a row was committed between two moments, whose snapshots are `$3` and `$4`: not when it was written,
 * which other rows with a later time may have overtaken.
 */
export function committedWithin(table: string): string {
  return `was_committed_between(${table}.xmin, $3::pg_snapshot, $4::pg_snapshot)`;
}
