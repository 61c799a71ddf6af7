import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Removes API keys that ended long ago. */
@Injectable()
export class ApiKeyRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Removes keys revoked or expired before a time, in milliseconds since 1970. Returns their number. */
  async removeEndedBefore(time: number): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      'DELETE FROM api_key WHERE least(revoked_at, expires_at) < $1',
      [new Date(time)],
    );
    return rowCount ?? 0;
  }
}
