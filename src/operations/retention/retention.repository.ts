import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** The key of the advisory lock: an arbitrary number that all versions of the service must share. */
const RETENTION_LOCK = 0x52455445;

/** Lets one process at a time remove old data, by the clock of the database. */
@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Runs the work, or returns null if another process is running it. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result | null> {
    const session = await this.database.openSession();
    try {
      const { rows } = await session.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock($1::bigint + own_cell_number()) AS taken',
        [RETENTION_LOCK],
      );
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
}
