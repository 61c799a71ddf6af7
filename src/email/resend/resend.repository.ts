import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PartnerDatabase } from '../../database/partner-database.js';
import type { Email } from '../domain/email.js';

/** The id and recipient of the copy. */
interface Copy {
  readonly id: string;
  readonly to: string;
}

export type CopyOutcome = 'copied' | 'content gone' | 'attachments gone';

/** Copies emails, so that each copy is sent, stored and erased independently. */
@Injectable()
export class ResendRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Stores a copy of `email`, due at once, if all of its content is stored. */
  copy(partnerId: number, email: Email, { id, to }: Copy): Promise<CopyOutcome> {
    return this.database.of(partnerId, async (rows) => {
      const [kept] = await rows.query<{ attachments: number; stored: number; bytes: number }[]>(KEPT, [
        partnerId,
        email.id,
      ]);
      if (kept === undefined) return 'content gone';
      if (kept.stored < kept.attachments) return 'attachments gone';
      const { eventKey, type, typeId } = email;
      await rows.query(EMAIL, [partnerId, email.id, id, to, eventKey, type, typeId]);
      await rows.query(CONTENT, [partnerId, email.id, id]);
      await rows.query(ATTACHMENTS, [partnerId, email.id, id]);
      await makeDue(rows, partnerId, id, kept.bytes);
      return 'copied';
    });
  }
}

/** Makes an email due at once. @param bytes the size of its attachments */
async function makeDue(rows: EntityManager, partnerId: number, id: string, bytes: number): Promise<void> {
  await rows.query(
    `INSERT INTO email_attempt (partner_id, company_id, email_id, number, failures, bytes, due_at)
     SELECT partner_id, company_id, id, 1, 0, $3, now() FROM email WHERE partner_id = $1 AND id = $2`,
    [partnerId, id, bytes],
  );
}

/** The lock makes a concurrent erasure wait until it can see the copy. */
const KEPT = `
  SELECT c.attachments::int AS attachments, a.stored, a.bytes
  FROM email m JOIN email_content c ON c.partner_id = m.partner_id AND c.email_id = m.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS stored, coalesce(sum(octet_length(content)), 0)::int AS bytes
    FROM email_attachment WHERE partner_id = $1 AND email_id = $2
  ) AS a
  WHERE m.partner_id = $1 AND m.id = $2 AND c.html IS NOT NULL AND c.text IS NOT NULL
  FOR SHARE OF m`;

const EMAIL = `
  INSERT INTO email (partner_id, id, event_id, company_id, type, kind, recipient, language, given, company, brand,
    event_key, type_id, resend_of, is_test)
  SELECT partner_id, $3, NULL, company_id, $6, kind, $4, language, '{}', NULL, NULL, $5, $7, id, is_test
  FROM email WHERE partner_id = $1 AND id = $2`;

const CONTENT = `
  INSERT INTO email_content (partner_id, email_id, subject, from_name, reply_to, unsubscribe_url, is_one_click,
    template_id, attachments, attached, html, text)
  SELECT partner_id, $3, subject, from_name, reply_to, unsubscribe_url, is_one_click, template_id, attachments, attached,
    html, text
  FROM email_content WHERE partner_id = $1 AND email_id = $2`;

const ATTACHMENTS = `
  INSERT INTO email_attachment (partner_id, email_id, place, filename, content_type, content)
  SELECT partner_id, $3, place, filename, content_type, content
  FROM email_attachment WHERE partner_id = $1 AND email_id = $2`;
