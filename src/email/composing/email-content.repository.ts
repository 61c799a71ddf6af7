import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AssignedTemplate, type AssignedTemplateRow } from '../../email-template/domain/assigned-template.js';
import type { EmailFacts, EmailOutline, Language } from '../../rendering/domain/email-request.js';
import type { MailAttachment } from '../domain/mailer.js';
import type { PlannedEmail } from '../domain/planned-email.js';
import { recipientDigest, type SuppressionReason } from '../domain/suppression.js';
import { sendingPartner, type SendingPartner } from '../sender/sender.sql.js';
import { ATTACHMENTS_OF_EMAIL } from './attachment.sql.js';

/** Everything that composing an email requires. */
export interface EmailContent {
  readonly request: EmailOutline;
  readonly facts: Omit<EmailFacts, 'now'>;
  readonly attachments: readonly MailAttachment[];
  /** The reasons why the recipient must not get emails of the company; empty if there are none. */
  readonly suppressions: readonly SuppressionReason[];
  /** Null for a company without a partner. */
  readonly partner: SendingPartner | null;
  /** Null for the default template. */
  readonly template: AssignedTemplate | null;
}

interface ContentRow {
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly given: string;
  readonly company: string | null;
  readonly brand: string | null;
  readonly companyId: number;
  readonly document: string;
  readonly suppressions: readonly SuppressionReason[];
  readonly partner: SendingPartner | null;
  readonly template: AssignedTemplateRow | null;
}

/**
 * Reads the content of an email only when it is sent, so that waiting emails take no memory. One round trip also reads
 * the sending partner, its assigned template, and the suppressions of the recipient.
 */
@Injectable()
export class EmailContentRepository {
  constructor(private readonly database: Database) {}

  /** Null if the email no longer exists. */
  async read(email: PlannedEmail): Promise<EmailContent | null> {
    // In parallel, to save a round trip.
    const [row, attachments] = await Promise.all([
      this.rowOf(email),
      email.bytes === 0 ? [] : this.attachmentsOf(email),
    ]);
    if (row === undefined) return null;
    const { kind, to, language, given, company, brand, companyId, document, ...rest } = row;
    const { suppressions, partner, template } = rest;
    return {
      request: { kind, to, language, given: objectOf(given), attachments },
      facts: {
        document: objectOf(document),
        company: company === null ? null : objectOf(company),
        brand,
        companyId,
      },
      attachments,
      suppressions,
      partner,
      template: template === null ? null : AssignedTemplate.of(template),
    };
  }

  private async rowOf({ partnerId, id, recipient }: PlannedEmail): Promise<ContentRow | undefined> {
    const { rows } = await this.database.pool.query<ContentRow>({
      name: 'read email',
      text: `SELECT m.kind, m.recipient AS to, m.language, m.given, m.company, m.brand, m.company_id AS "companyId",
               e.data AS document, row_to_json(p) AS partner, row_to_json(t) AS template,
               ARRAY(
                 SELECT reason FROM suppression WHERE recipient_digest = $3 AND company_id = m.company_id
               ) AS suppressions
             FROM email m JOIN accepted_event e ON e.partner_id = m.partner_id AND e.id = m.event_id
             LEFT JOIN LATERAL (${sendingPartner('m.partner_id')}) AS p ON true
             LEFT JOIN LATERAL assigned_email_template(m.partner_id, m.company_id, m.kind, m.language) AS t ON true
             WHERE m.partner_id = $1 AND m.id = $2`,
      values: [partnerId, id, recipientDigest(recipient)],
    });
    return rows[0];
  }

  private async attachmentsOf({ partnerId, id }: PlannedEmail): Promise<MailAttachment[]> {
    const { rows } = await this.database.pool.query<MailAttachment>({
      name: 'read email attachments',
      text: ATTACHMENTS_OF_EMAIL,
      values: [partnerId, id],
    });
    return rows;
  }
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json) as Readonly<Record<string, unknown>>;
}
