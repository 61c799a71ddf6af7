import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Removes old notices that have been reported and mailed. */
@Injectable()
export class NoticeRetentionRepository {
  constructor(private readonly database: Database) {}

  /** Returns the number of removed notices. @param before milliseconds since 1970 */
  async removeBefore(before: number): Promise<number> {
    const { rowCount } = await this.database.pool.query(
      `DELETE FROM notice WHERE created_at < $1 AND reported_at IS NOT NULL AND mailed_at IS NOT NULL`,
      [new Date(before)],
    );
    return rowCount ?? 0;
  }
}
