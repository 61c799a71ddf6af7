/** A table with a partition for each day. */
export interface DayTable {
  readonly name: string;
  /** The column with the id whose time says to which day a row belongs. */
  readonly id: string;
}

/** Every table with a partition for each day. What belongs to an event lies in the event's day, whenever it was written. */
export const dayTables: readonly DayTable[] = [
  { name: 'event', id: 'id' },
  { name: 'recovered_delivery', id: 'event_id' },
  { name: 'delivery_attempt_log', id: 'event_id' },
  { name: 'delivery_end', id: 'event_id' },
  { name: 'email', id: 'id' },
  { name: 'email_attachment', id: 'email_id' },
  { name: 'email_attempt_log', id: 'email_id' },
  { name: 'email_end', id: 'email_id' },
];

/** Tables of what is still to be sent, with the column that names what is waited for: its day must stay. */
export const waitingLists: readonly DayTable[] = [
  { name: 'delivery_attempt', id: 'event_id' },
  { name: 'email_attempt', id: 'email_id' },
];

export const DAY_MS = 86_400_000;

/** The day of a time, in UTC, as the names of partitions end in it: `20261121`. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10).replaceAll('-', '');
}

/** When a day begins, in milliseconds since 1970. */
export function startOf(day: string): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));
}
