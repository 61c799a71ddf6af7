import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { recipientDigest } from './domain/suppression.js';

interface ErasedEmail {
  readonly partnerId: number;
  readonly id: string;
  readonly recipient: string;
}

/** The tables with rows of an email, in the engine's lock order. */
const TABLES = ['email_attempt', 'email_attachment', 'email_content', 'email_attempt_log', 'email_end'];

/** Erases emails from every table of this module. */
@Injectable()
export class EmailErasureRepository {
  /**
   * Erases, in the caller's transaction, the emails that these events requested and those about the document without an
   * event. Returns their ids. Suppressed recipients stay suppressed, by a digest instead of the address.
   * @param companyId null for any company
   */
  async eraseOf(
    events: readonly { readonly partnerId: number; readonly id: string }[],
    { typeId, companyId }: { readonly typeId: string; readonly companyId: number | null },
    connection: PoolClient,
  ): Promise<readonly string[]> {
    const { rows: requested } = await connection.query<ErasedEmail>(
      `DELETE FROM email WHERE (partner_id, event_id) IN (SELECT * FROM unnest($1::int[], $2::uuid[]))
       RETURNING partner_id AS "partnerId", id, recipient`,
      [events.map(({ partnerId }) => partnerId), events.map(({ id }) => id)],
    );
    // Last, because resending locks an email's row until its copy exists.
    const { rows: withoutEvent } = await connection.query<ErasedEmail>(
      `DELETE FROM email USING (
         SELECT m.partner_id, m.id FROM (SELECT id FROM known_partner UNION ALL SELECT 0) AS p CROSS JOIN LATERAL (
           SELECT partner_id, id FROM email
           WHERE partner_id = p.id AND type_id = $1 AND event_id IS NULL AND ($2::int IS NULL OR company_id = $2) OFFSET 0
         ) AS m
       ) AS found
       WHERE email.partner_id = found.partner_id AND email.id = found.id
       RETURNING email.partner_id AS "partnerId", email.id, email.recipient`,
      [typeId, companyId],
    );
    const rows = [...withoutEvent, ...requested];
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
    return rows.map(({ id }) => id);
  }
}
