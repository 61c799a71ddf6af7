import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { recipientDigest } from './domain/suppression.js';

interface ErasedEmail {
  readonly partnerId: number;
  readonly id: string;
  readonly recipient: string;
}

/** Where an email leaves rows, in the order in which the engine locks them. */
const TABLES = ['email_attempt', 'email_attachment', 'email_attempt_log', 'email_end'];

/** Erases emails from every table of this module. */
@Injectable()
export class EmailErasureRepository {
  /**
   * Erases the emails that these events requested, in the caller's transaction. Returns how many there were. Their
   * recipients stay suppressed where they were, by a digest instead of the address.
   */
  async eraseOf(
    events: readonly { readonly partnerId: number; readonly id: string }[],
    connection: PoolClient,
  ): Promise<number> {
    const { rows } = await connection.query<ErasedEmail>(
      `DELETE FROM email WHERE (partner_id, event_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))
       RETURNING partner_id AS "partnerId", id, recipient`,
      [events.map(({ partnerId }) => partnerId), events.map(({ id }) => id)],
    );
    for (const table of TABLES) {
      await connection.query(
        `DELETE FROM ${table} WHERE (partner_id, email_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))`,
        [rows.map(({ partnerId }) => partnerId), rows.map(({ id }) => id)],
      );
    }
    await connection.query(
      'UPDATE suppression SET recipient = NULL WHERE recipient_digest = ANY ($1) AND recipient IS NOT NULL',
      [[...new Set(rows.map(({ recipient }) => recipient))].map(recipientDigest)],
    );
    return rows.length;
  }
}
