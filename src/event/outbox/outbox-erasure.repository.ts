import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';

/** Erases published events that have not been accepted yet. */
@Injectable()
export class OutboxErasureRepository {
  /**
   * Erases a document's events, of one company or of any, in the caller's transaction. Waits for events being accepted.
   */
  async eraseOf(typeId: string, companyId: number | null, connection: PoolClient): Promise<void> {
    await connection.query(
      `DELETE FROM outbox WHERE event->>'typeId' = $1 AND ($2::text IS NULL OR event->>'companyId' = $2)`,
      [typeId, companyId],
    );
  }
}
