import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { Database } from '../../database/database.js';
import { DAY_MS, dayTables, startOf, waitingLists } from '../../database/partitions/day-tables.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';

/** Any number that all versions of the service share: the key of the advisory lock. */
const RETENTION_LOCK = 0x52455445;
/**
 * To drop a partition locks its table for a moment, and whoever writes waits behind a lock that is being waited for. So
 * nobody waits longer than this, and a lock that is not to be had by then is left for another time.
 */
const LOCK_TIMEOUT_MS = 250;
/** SQLSTATEs of a lock that was not to be had: its time was up, or two waited for each other. */
const NO_LOCK = new Set(['55P03', '40P01']);
const EMAILS_FOLLOW_WITHIN_MS = 60_000;
const BATCH = 5_000;
const PAGES = 1_000;

/** A day, as `20261121`, and the names of its partitions. */
export interface StoredDay {
  readonly day: string;
  readonly partitions: readonly string[];
}

/** What has become of a day that is older than it has to be kept. */
export type DayFate = 'dropped' | 'waited for' | 'in use';

/** What is stored for how long, table by table, and how it goes without holding anybody up. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Does the work, unless another process is at it: then null. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const session = await this.database.openClient();
    try {
      const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
        RETENTION_LOCK,
      ]);
      return rows[0]?.taken === true ? await work() : null;
    } finally {
      await session.end();
    }
  }

  /** The time by the clock of the database, in milliseconds since 1970. */
  async now(): Promise<number> {
    const { rows } = await this.database.pool.query<{ now: Date }>('SELECT now()');
    return rows[0]?.now.getTime() ?? 0;
  }

  /** Whether every event accepted before a time is settled: answered, given a row of its own, or ended. */
  async isSettledBefore(time: number): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      'SELECT FROM lane WHERE backend_pid IS NOT NULL AND watermark < $1 LIMIT 1',
      [firstIdAt(time)],
    );
    return rowCount === 0;
  }

  /** The days before a time that have partitions, oldest first. */
  async daysBefore(time: number): Promise<StoredDay[]> {
    const { rows } = await this.database.pool.query<StoredDay>(
      `SELECT right(c.relname, 8) AS day, array_agg(c.oid::regclass::text) AS partitions
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = ANY ($1::regclass[]::oid[]) AND c.relname ~ '_[0-9]{8}$' GROUP BY day ORDER BY day`,
      [dayTables.map(({ name }) => name)],
    );
    return rows.filter(({ day }) => startOf(day) + DAY_MS <= time);
  }

  /** Drops a day's partitions in one transaction. */
  async drop({ day, partitions }: StoredDay): Promise<DayFate> {
    if (await isWaitedFor(this.database.pool, day)) return 'waited for';
    try {
      return await this.database.transaction(async (connection): Promise<DayFate> => {
        await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        // Nobody can ask for one of these events again while it is looked whether somebody just has.
        await connection.query(`LOCK TABLE ${partitions.join()} IN ACCESS EXCLUSIVE MODE`);
        if (await isWaitedFor(connection, day)) return 'waited for';
        await connection.query(`DROP TABLE ${partitions.join()}`);
        return 'dropped';
      });
    } catch (error) {
      if (error instanceof Error && 'code' in error && NO_LOCK.has(String(error.code))) return 'in use';
      throw error;
    }
  }

  /** Removes what lies in no day's partition, of events that nothing waits for; answers how many rows. */
  async cleanDefaults(before: number): Promise<number> {
    let removed = 0;
    for (const { name, id } of dayTables) {
      const isFree = waitingLists.map(
        (list) =>
          `NOT EXISTS (SELECT FROM ${list.name} w WHERE w.partner_id = d.partner_id AND w.${list.id} = d.${id})`,
      );
      removed += await this.inBatches(
        `DELETE FROM ${name}_default WHERE ctid = ANY (ARRAY(
           SELECT d.ctid FROM ${name}_default d WHERE d.${id} < $1 AND ${isFree.join(' AND ')} LIMIT ${BATCH}))`,
        [firstIdAt(before)],
      );
    }
    return removed;
  }

  /** Removes ids of events that may be used again: those of the last seven days may not. */
  async removeEventKeys(): Promise<number> {
    const { rows } = await this.database.pool.query<{ pages: number }>(
      `SELECT (pg_relation_size('event_key') / current_setting('block_size')::int)::int AS pages`,
    );
    let removed = 0;
    // Page after page of the table: an index on the time would cost something with every event.
    for (let page = 0; page < (rows[0]?.pages ?? 0); page += PAGES) {
      const { rowCount } = await this.database.pool.query(
        `DELETE FROM event_key WHERE ctid >= $1::tid AND ctid < $2::tid AND created_at < now() - interval '7 days'`,
        [`(${page},0)`, `(${page + PAGES},0)`],
      );
      removed += rowCount ?? 0;
    }
    return removed;
  }

  /** Removes API keys that were revoked or had expired before a time, and portal links that nobody can use any more. */
  async removeCredentials(before: number): Promise<number> {
    const { rowCount: keys } = await this.database.pool.query(
      'DELETE FROM api_key WHERE least(revoked_at, expires_at) < $1',
      [new Date(before)],
    );
    const { rowCount: links } = await this.database.pool.query(
      'DELETE FROM portal_link WHERE expires_at < now()',
    );
    return (keys ?? 0) + (links ?? 0);
  }

  /** Removes published events that were refused before a time; nothing comes of them any more. */
  async removeRefusedEvents(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query('DELETE FROM outbox WHERE refused_at < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }

  private async inBatches(statement: string, values: unknown[]): Promise<number> {
    let removed = 0;
    for (;;) {
      const { rowCount } = await this.database.pool.query(statement, values);
      removed += rowCount ?? 0;
      if ((rowCount ?? 0) < BATCH) return removed;
    }
  }
}

async function isWaitedFor(connection: Pick<PoolClient, 'query'>, day: string): Promise<boolean> {
  const lists = waitingLists.map(
    ({ name, id }) => `EXISTS (SELECT FROM ${name} WHERE ${id} >= $1 AND ${id} < $2)`,
  );
  const start = startOf(day);
  // An email may lie in the day after that of its event.
  const end = start + DAY_MS + EMAILS_FOLLOW_WITHIN_MS;
  const { rows } = await connection.query<{ waits: boolean }>(`SELECT ${lists.join(' OR ')} AS waits`, [
    firstIdAt(start),
    firstIdAt(end),
  ]);
  return rows[0]?.waits === true;
}
