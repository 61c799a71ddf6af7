import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';

/** Erases notices about emails that are erased. */
@Injectable()
export class NoticeErasureRepository {
  /** Erases in the caller's transaction. Waits for a notice that is being reported, so that its event is erased too. */
  async eraseOf(emailIds: readonly string[], connection: PoolClient): Promise<void> {
    await connection.query(
      `DELETE FROM notice WHERE name = 'email.bounced' AND object_id = ANY ($1::text[])`,
      [emailIds],
    );
  }
}
