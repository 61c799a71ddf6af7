import { timeOf } from '../../shared/domain/time-ordered-id.js';

/** A moment of the database: what had been committed by then, and what had not. */
export interface Moment {
  /** By the database's clock. */
  readonly time: Date;
  /** The deliveries of events up to this id were in the database, each with an attempt, an end or a row of its own. */
  readonly settled: string;
  /** What had been committed, as pg_current_snapshot() writes it: `xmin:xmax:` and the transactions in progress. */
  readonly snapshot: string;
}

/** What was committed after one moment and up to another. */
export interface Span {
  readonly since: Moment;
  readonly until: Moment;
}

const TEXT = /^(\d{13})~([^~]{36})~(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_LENGTH = 8_000;

/** First attempts are settled within seconds. An older id would only make a reader go through more events. */
export const SETTLED_WITHIN_MS = 600_000;

/** The moment in one line of visible ASCII. */
export function momentText({ time, settled, snapshot }: Moment): string {
  return `${time.getTime()}~${settled}~${snapshot}`;
}

/** Null for text that is not a moment's. */
export function momentOf(text: string): Moment | null {
  if (text.length > MAX_LENGTH) return null;
  const [, time = '', settled = '', xmin = '', xmax = '', inProgress = ''] = TEXT.exec(text) ?? [];
  if (!UUID.test(settled) || !isSnapshot(xmin, xmax, inProgress)) return null;
  if (timeOf(settled) < Number(time) - SETTLED_WITHIN_MS) return null;
  return { time: new Date(Number(time)), settled, snapshot: `${xmin}:${xmax}:${inProgress}` };
}

/** What PostgreSQL takes for a snapshot: ids in ascending order, those in progress from xmin to below xmax. */
function isSnapshot(xmin: string, xmax: string, inProgress: string): boolean {
  const ids = inProgress === '' ? [] : inProgress.split(',').map(BigInt);
  const [first, end] = [BigInt(xmin), BigInt(xmax)];
  if (first === 0n || first > end) return false;
  return ids.every((id, index) => id >= (ids[index - 1] ?? first - 1n) + 1n && id < end);
}
