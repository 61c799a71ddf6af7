import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Retention of email data that is not partitioned by day. */
@Injectable()
export class EmailRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Removes statistics of hours before this time. Returns how many rows. */
  async removeStatistics(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query('DELETE FROM email_statistics WHERE hour < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }
}
