import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** Retention of refused events. Accepted events leave the outbox at once. */
@Injectable()
export class OutboxRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Removes events refused before this time, in milliseconds since 1970. Returns how many. */
  async removeRefused(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query('DELETE FROM outbox WHERE refused_at < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }
}
