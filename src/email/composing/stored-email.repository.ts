import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Language } from '../../rendering/domain/email-request.js';
import type { MailAttachment } from '../domain/mailer.js';
import type { SentContent } from '../domain/sent-content.js';
import { ATTACHMENTS_OF_EMAIL } from './attachment.sql.js';

/** An email that no event requested, with everything to send. */
export interface StoredEmail extends Omit<SentContent, 'attached' | 'html' | 'text'> {
  readonly to: string;
  readonly kind: string;
  readonly language: Language;
  /** Gzip of UTF-8. */
  readonly html: Buffer;
  /** Gzip of UTF-8. */
  readonly text: Buffer;
  readonly attachments: readonly MailAttachment[];
}

/** Reads emails that no event requested. Their content is in the log before they are sent. */
@Injectable()
export class StoredEmailRepository {
  constructor(private readonly database: Database) {}

  /** Null if there is no such email, or an event requested it. */
  async readForSending(partnerId: number, id: string): Promise<StoredEmail | null> {
    const { rows } = await this.database.pool.query<Omit<StoredEmail, 'attachments'>>({
      name: 'read stored email',
      text: `SELECT m.recipient AS to, c.subject, c.from_name AS "fromName", c.reply_to AS "replyTo",
               m.kind, m.language,
               CASE WHEN c.unsubscribe_url IS NOT NULL THEN
                 json_build_object('url', c.unsubscribe_url, 'isOneClick', c.is_one_click) END AS unsubscribe, c.template_id AS "templateId", c.html, c.text
             FROM email m JOIN email_content c ON c.partner_id = m.partner_id AND c.email_id = m.id
             WHERE m.partner_id = $1 AND m.id = $2 AND m.event_id IS NULL
               AND c.html IS NOT NULL AND c.text IS NOT NULL`,
      values: [partnerId, id],
    });
    const [email] = rows;
    if (email === undefined) return null;
    const { rows: attachments } = await this.database.pool.query<MailAttachment>({
      name: 'read email attachments',
      text: ATTACHMENTS_OF_EMAIL,
      values: [partnerId, id],
    });
    return { ...email, attachments };
  }
}
