import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** Removes published events that were refused; an event that is taken in leaves the outbox at once. */
@Injectable()
export class OutboxRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Removes those that were refused before a time, in milliseconds since 1970. Returns how many. */
  async removeRefused(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query('DELETE FROM outbox WHERE refused_at < $1', [
      new Date(before),
    ]);
    return rowCount ?? 0;
  }
}
