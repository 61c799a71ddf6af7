import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { firstIdAt } from './domain/event-ids.js';

const DAY_MS = 86_400_000;
const TABLES = [
  'event',
  'recovered_delivery',
  'attempt',
  'delivery_end',
  'email',
  'email_attachment',
  'email_attempt',
];
const PARTITION_LOCK = 0x50415254;

/** The journal and the log by day: ids of events carry the time, so a range of ids is a day. */
@Injectable()
export class PartitionRepository {
  constructor(private readonly database: Database) {}

  /** Makes the partitions of the day `from` and of the next days, where they are missing. */
  async ensure(from: Date, days: number): Promise<void> {
    const first = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
    await this.database.transaction(async (connection) => {
      await connection.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
      for (let day = first; day < first + days * DAY_MS; day += DAY_MS) {
        const name = new Date(day).toISOString().slice(0, 10).replaceAll('-', '');
        for (const table of TABLES) {
          await connection.query(
            `CREATE TABLE IF NOT EXISTS ${table}_${name} PARTITION OF ${table}
             FOR VALUES FROM ('${firstIdAt(day)}') TO ('${firstIdAt(day + DAY_MS)}')`,
          );
        }
      }
    });
  }
}
