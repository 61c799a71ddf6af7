/** A table with a partition for each day. Its module declares it in a file `*.day-tables.ts`. */
export interface DayTable {
  readonly name: string;
  /** The column with the id whose time determines the row's day. */
  readonly id: string;
}

/** A table of waiting work. It has no partitions, but the days of the rows that it refers to must stay. */
export interface WaitingTable extends DayTable {
  /** How much later than its event a referenced row may have been written. */
  readonly followsWithinMs: number;
}

/** All tables that concern daily partitions. */
export interface DayTables {
  readonly partitioned: readonly DayTable[];
  readonly waiting: readonly WaitingTable[];
}

export const DAY_MS = 86_400_000;

/** The day of a time in UTC, in the format of partition names: `20261121`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a day begins, in milliseconds since 1970. */
export function startOf(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));
}
