import { timeOf } from '../../shared/domain/time-ordered-id.js';

/** A moment of the database: what had been committed by then. */
export interface Moment {
  /** By the database's clock. */
  readonly time: Date;
  /** All deliveries of events up to this id were in the database, each with an attempt, an end or a row. */
  readonly settled: string;
  /** The snapshot in the format of pg_current_snapshot(): `xmin:xmax:` and the transactions in progress. */
  readonly snapshot: string;
}

/** The time between two moments. */
export interface Span {
  readonly since: Moment;
  readonly until: Moment;
}

const TEXT = /^(\d{13})~([^~]{36})~(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_LENGTH = 8_000;

/** First attempts are settled within seconds. An older id would only make readers go through more events. */
export const SETTLED_WITHIN_MS = 600_000;

/** Writes a moment as one line of visible ASCII. */
export function momentText({ time, settled, snapshot }: Moment): string {
  return `${time.getTime()}~${settled}~${snapshot}`;
}

/** Reverses `momentText`. Null for any other text. */
export function momentOf(text: string): Moment | null {
  if (text.length > MAX_LENGTH) return null;
  const [, time = '', settled = '', xmin = '', xmax = '', inProgress = ''] = TEXT.exec(text) ?? [];
  if (!UUID.test(settled) || !isSnapshot(xmin, xmax, inProgress)) return null;
  if (timeOf(settled) < Number(time) - SETTLED_WITHIN_MS) return null;
  return { time: new Date(Number(time)), settled, snapshot: `${xmin}:${xmax}:${inProgress}` };
}

/** True for a valid snapshot: ids in ascending order, those in progress from xmin to below xmax. */
function isSnapshot(xmin: string, xmax: string, inProgress: string): boolean {
  const ids = inProgress === '' ? [] : inProgress.split(',').map(BigInt);
  const [first, end] = [BigInt(xmin), BigInt(xmax)];
  if (first === 0n || first > end) return false;
  return ids.every((id, index) => id >= (ids[index - 1] ?? first - 1n) + 1n && id < end);
}
