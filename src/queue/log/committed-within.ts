/**
 * The SQL condition that a row was committed between two moments with the snapshots `$3` and `$4`. Does not use the
 * time of writing, because rows are not committed in that order.
 */
export function committedWithin(table: string): string {
  return `was_committed_between(${table}.xmin, $3::pg_snapshot, $4::pg_snapshot)`;
}
