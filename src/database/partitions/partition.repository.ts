import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../database.js';
import { DAY_MS, dayOf, dayTables } from './day-tables.js';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';

const PARTITION_LOCK = 0x50415254;
/** Nobody who writes waits longer behind us than this. */
const LOCK_TIMEOUT_MS = 250;
/** SQLSTATEs of a lock that was not to be had in time, and of a day that has rows in the default partition. */
const NOT_NOW = new Set(['55P03', '40P01', '23514']);

/** The journal and the log by day: ids of events carry the time, so a range of ids is a day. */
@Injectable()
export class PartitionRepository {
  private readonly log = new Logger('Partitions');

  constructor(private readonly database: Database) {}

  /**
   * Makes the partitions of the day `from` and of the next days, where they are missing. A day that cannot have them
   * now, because somebody reads the tables for long, is left for another time: until then its rows go to the default
   * partitions.
   */
  async ensure(from: Date, days: number): Promise<void> {
    const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
    for (let day = first; day < first + days * DAY_MS; day += DAY_MS) {
      await this.make(day).catch((error: Error) => {
        if (!('code' in error && NOT_NOW.has(String(error.code)))) throw error;
        this.log.warn(`The day ${dayOf(day)} has no partitions yet: ${error.message}`);
      });
    }
  }

  private async make(day: number): Promise<void> {
    await this.database.transaction(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
      await connection.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      for (const { name } of dayTables) {
        const partition = `${name}_${dayOf(day)}`;
        await connection.query(
          `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${name}
           FOR VALUES FROM ('${firstIdAt(day)}') TO ('${firstIdAt(day + DAY_MS)}')`,
        );
        await connection.query('SELECT keep_partners_apart($1)', [partition]);
      }
    });
  }
}
