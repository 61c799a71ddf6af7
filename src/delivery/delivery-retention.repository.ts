import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { firstIdAt } from '../shared/domain/time-ordered-id.js';

const PAGES = 1_000;

/** Retention of what is not partitioned by day: event keys and statistics. */
@Injectable()
export class DeliveryRetentionRepository {
  constructor(private readonly database: Database) {}

  /** True if every event accepted before this time is settled. */
  async isSettledBefore(time: number): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      'SELECT FROM lane WHERE backend_pid IS NOT NULL AND watermark < $1 LIMIT 1',
      [firstIdAt(time)],
    );
    return rowCount === 0;
  }

  /** Removes event keys older than seven days, which callers may then reuse. Returns how many. */
  async removeEventKeys(): Promise<number> {
    const { rows } = await this.database.pool.query<{ pages: number }>(
      `SELECT (pg_relation_size('event_key') / current_setting('block_size')::int)::int AS pages`,
    );
    let removed = 0;
    // Walk the pages of the table: an index on the time would cost something with every event.
    for (let page = 0; page < (rows[0]?.pages ?? 0); page += PAGES) {
      const { rowCount } = await this.database.pool.query(
        `DELETE FROM event_key WHERE ctid >= $1::tid AND ctid < $2::tid AND created_at < now() - interval '7 days'`,
        [`(${page},0)`, `(${page + PAGES},0)`],
      );
      removed += rowCount ?? 0;
    }
    return removed;
  }

  /** Removes statistics of hours before this time. Returns how many rows. */
  async removeStatistics(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query('DELETE FROM delivery_statistics WHERE hour < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }
}
