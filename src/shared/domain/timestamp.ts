const TIMESTAMP = /^\d{4}-\d\d-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** PostgreSQL has no year 0, and four digits end with 9999. Both limits are in UTC. */
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses ISO 8601 with a time zone. Null if the text is not a point in time. */
export function timeIn(text: string): Date | null {
  const day = TIMESTAMP.exec(text)?.[1];
  const time = new Date(text);
  if (day === undefined || !(time.getTime() >= FIRST && time.getTime() <= LAST)) return null;
  // Date reads 30 February as 2 March, so check the calendar.
  const isInCalendar = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(day);
  return isInCalendar ? time : null;
}
