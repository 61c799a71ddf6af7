import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PartnerDatabase } from '../../database/partner-database.js';
import { newIdAt } from '../../shared/domain/time-ordered-id.js';
import { compressText } from '../composing/content-compression.js';
import type { PreparedEmail } from '../domain/prepared-email.js';

/** A caller's transaction. It must see the rows of the email's partner. */
export type EmailTransaction = EntityManager;

/** Stores emails that no event requested. */
@Injectable()
export class PreparedEmailRepository {
  constructor(private readonly database: PartnerDatabase) {}

  add(email: PreparedEmail, now: Date): Promise<string> {
    return this.database.of(email.partnerId, (rows) => this.addWithin(rows, email, now));
  }

  /** Stores an email with its content, due at once. Returns its id. */
  async addWithin(rows: EmailTransaction, email: PreparedEmail, now: Date): Promise<string> {
    const { partnerId, kind, to, language, subject, fromName, replyTo, templateId, isTest } = email;
    const id = newIdAt(now.getTime());
    const [html, text] = [await compressText(email.html), await compressText(email.text)];
    await rows.query(
      `INSERT INTO email (partner_id, id, company_id, kind, recipient, language, given, is_test)
       VALUES ($1, $2, 0, $3, $4, $5, '{}', $6)`,
      [partnerId, id, kind, to, language, isTest],
    );
    await rows.query(
      `INSERT INTO email_content
         (partner_id, email_id, subject, from_name, reply_to, is_one_click, template_id, attachments, attached, html, text)
       VALUES ($1, $2, $3, $4, $5, false, $6, 0, '[]', $7, $8)`,
      [partnerId, id, subject, fromName, replyTo, templateId, html, text],
    );
    await rows.query(
      `INSERT INTO email_attempt (partner_id, company_id, email_id, number, failures, bytes, due_at)
       VALUES ($1, 0, $2, 1, 0, 0, now())`,
      [partnerId, id],
    );
    return id;
  }
}
