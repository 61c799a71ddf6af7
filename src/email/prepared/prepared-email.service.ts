import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../../database/partner-database.js';
import { EmailsWaiting } from '../../queue/emails-waiting.js';
import type { Language } from '../../rendering/domain/email-request.js';
import { Clock } from '../../shared/clock.js';
import { newIdAt } from '../../shared/domain/time-ordered-id.js';
import { compressed } from '../composing/kept-content.js';

/** The partner id of emails of the service itself: no partner sees them in its log. */
export const NO_PARTNER = 0;

/** An email that no event asked for, ready to be sent. */
export interface PreparedEmail {
  /** Whose log it is in; NO_PARTNER for an email of the service itself. */
  readonly partnerId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  /** Null for the name of the partner. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: number | null;
  readonly isTest: boolean;
  readonly html: string;
  readonly text: string;
}

/** Hands rendered emails to the engine, which sends them with all the retries of other emails. */
@Injectable()
export class PreparedEmailService {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly waiting: EmailsWaiting,
    private readonly clock: Clock,
  ) {}

  /** Stores an email, due at once, and returns its id. */
  async send(email: PreparedEmail): Promise<string> {
    const { partnerId, kind, to, language, subject, fromName, replyTo, templateId, isTest } = email;
    const id = newIdAt(this.clock.now().getTime());
    const [html, text] = [await compressed(email.html), await compressed(email.text)];
    await this.database.of(partnerId, async (rows) => {
      await rows.query(
        `INSERT INTO email (partner_id, id, company_id, kind, recipient, language, given, is_test)
         VALUES ($1, $2, 0, $3, $4, $5, '{}', $6)`,
        [partnerId, id, kind, to, language, isTest],
      );
      await rows.query(
        `INSERT INTO email_content
           (partner_id, email_id, subject, from_name, reply_to, is_one_click, template_id, attachments, html, text)
         VALUES ($1, $2, $3, $4, $5, false, $6, 0, $7, $8)`,
        [partnerId, id, subject, fromName, replyTo, templateId, html, text],
      );
      await rows.query(
        `INSERT INTO email_attempt (partner_id, company_id, email_id, number, failures, bytes, due_at)
         VALUES ($1, 0, $2, 1, 0, 0, now())`,
        [partnerId, id],
      );
    });
    this.waiting.tell();
    return id;
  }
}
