import { Injectable, Logger } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import { Database } from '../database.js';
import { DAY_MS, type DayTable, dayOf, type DayTables, startOf, type WaitingTable } from './day-table.js';

/*
 * A day is one partition in each of the day tables, for ids made on that day in UTC. Ids are UUIDs of version 7, so a
 * range of ids is a range of time, and rows about an event are in the event's day whenever they were written.
 *
 *   state      from         when                                            rows of the day are
 *   missing    -            nothing has made the day yet                    in the default partitions
 *   present    missing      ensure(), three days ahead and every hour       in the day's partitions
 *   missing    missing      ensure() got no lock, or the defaults already   in the default partitions; the next run
 *                           have rows of the day                            tries again
 *   present    present      drop(): something is still to be sent           'waited for': all of the day stays
 *   present    present      drop(): a session has one of its tables open    'in use': the next run tries again
 *   dropped    present      drop(): older than RETENTION_DAYS               gone, all tables in one transaction
 *
 * Creating and dropping partitions lock the parent tables for a moment. Writers queue behind a requested lock, so locks
 * are requested for at most LOCK_TIMEOUT_MS. cleanDefaults() deletes old rows from the default partitions, in batches.
 */

const PARTITION_LOCK = 0x50415254;
/** How long writers may wait behind a requested lock. */
const LOCK_TIMEOUT_MS = 250;
/** SQLSTATEs of a lock timeout and of a deadlock. */
const NO_LOCK = ['55P03', '40P01'];
/** SQLSTATE for creating a partition whose rows are in the default partition. */
const HAS_ROWS = '23514';
const BATCH = 5_000;

/** A day, such as `20261121`, and the names of its partitions. */
export interface StoredDay {
  readonly day: string;
  readonly partitions: readonly string[];
}

/** The outcome for a day that is older than retention requires. */
export type DayFate = 'dropped' | 'waited for' | 'in use';

/** Creates and drops daily partitions. See the top of this file. */
@Injectable()
export class PartitionRepository {
  private readonly log = new Logger('Partitions');

  constructor(private readonly database: Database) {}

  /**
   * Creates the missing partitions of the day `from` and the following days. Leaves a day to the next call if another
   * session reads the tables for long.
   */
  async ensure(tables: readonly DayTable[], from: Date, days: number): Promise<void> {
    const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
    for (let day = first; day < first + days * DAY_MS; day += DAY_MS) {
      await this.make(tables, day).catch((error: Error) => {
        if (!hasCode(error, [...NO_LOCK, HAS_ROWS])) throw error;
        this.log.warn(`The day ${dayOf(day)} has no partitions yet: ${error.message}`);
      });
    }
  }

  /** The days before this time that have partitions, oldest first. */
  async daysBefore(tables: readonly DayTable[], time: number): Promise<StoredDay[]> {
    const { rows } = await this.database.pool.query<StoredDay>(
      `SELECT right(c.relname, 8) AS day, array_agg(c.oid::regclass::text) AS partitions
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = ANY ($1::regclass[]::oid[]) AND c.relname ~ '_[0-9]{8}$' GROUP BY day ORDER BY day`,
      [tables.map(({ name }) => name)],
    );
    return rows.filter(({ day }) => startOf(day) + DAY_MS <= time);
  }

  /** Drops a day's partitions in one transaction, unless work of that day is still waiting. */
  async drop({ day, partitions }: StoredDay, waiting: readonly WaitingTable[]): Promise<DayFate> {
    if (await isWaitedFor(this.database.pool, day, waiting)) return 'waited for';
    try {
      return await this.database.transaction(async (connection): Promise<DayFate> => {
        await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        // From here on, no retry of these events can be planned, so the second check is final.
        await connection.query(`LOCK TABLE ${partitions.join()} IN ACCESS EXCLUSIVE MODE`);
        if (await isWaitedFor(connection, day, waiting)) return 'waited for';
        await connection.query(`DROP TABLE ${partitions.join()}`);
        return 'dropped';
      });
    } catch (error) {
      if (hasCode(error, NO_LOCK)) return 'in use';
      throw error;
    }
  }

  /** Deletes rows from before this time in the default partitions, unless their events wait. Returns how many. */
  async cleanDefaults({ partitioned, waiting }: DayTables, before: number): Promise<number> {
    let removed = 0;
    for (const { name, id } of partitioned) {
      const isFree = waiting.map(
        (table) =>
          `NOT EXISTS (SELECT FROM ${table.name} w WHERE w.partner_id = d.partner_id AND w.${table.id} = d.${id})`,
      );
      removed += await this.inBatches(
        `DELETE FROM ${name}_default WHERE ctid = ANY (ARRAY(
           SELECT d.ctid FROM ${name}_default d WHERE d.${id} < $1 AND ${isFree.join(' AND ')} LIMIT ${BATCH}))`,
        [firstIdAt(before)],
      );
    }
    return removed;
  }

  private async make(tables: readonly DayTable[], day: number): Promise<void> {
    await this.database.transaction(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
      await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const { name } of tables) {
        const partition = `${name}_${dayOf(day)}`;
        await connection.query(
          `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${name}
           FOR VALUES FROM ('${firstIdAt(day)}') TO ('${firstIdAt(day + DAY_MS)}')`,
        );
        await connection.query('SELECT keep_partners_apart($1)', [partition]);
      }
    });
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

async function isWaitedFor(
  connection: Pick<PoolClient, 'query'>,
  day: string,
  waiting: readonly WaitingTable[],
): Promise<boolean> {
  const start = startOf(day);
  const ends = waiting.map(({ followsWithinMs }) => firstIdAt(start + DAY_MS + followsWithinMs));
  const exists = waiting.map(
    ({ name, id }, place) => `EXISTS (SELECT FROM ${name} WHERE ${id} >= $1 AND ${id} < $${place + 2})`,
  );
  const { rows } = await connection.query<{ waits: boolean }>(`SELECT ${exists.join(' OR ')} AS waits`, [
    firstIdAt(start),
    ...ends,
  ]);
  return rows[0]?.waits === true;
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
