import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';

/** Erases notices about emails that are erased. */
@Injectable()
export class NoticeErasureRepository {
  /** Erases them in the caller's transaction. Waits for one that is being reported, so that its event can be erased too. */
  async eraseOf(emailIds: readonly string[], connection: PoolClient): Promise<void> {
    await connection.query(
      `DELETE FROM notice WHERE name = 'email.bounced' AND object_id = ANY ($1::text[])`,
      [emailIds],
    );
  }
}
