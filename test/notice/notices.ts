import { eventually } from '../delivery/deliveries.js';
import { mailsTo } from '../email/emails.js';
import type { TestApp, TestPartner } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';

export const OF_SUBSCRIPTIONS = ['subscription.failing', 'subscription.atRisk', 'subscription.deleted'];

interface ContactOptions {
  readonly email: string;
  readonly notices: readonly string[];
  readonly language?: string;
}

/**
 * Creates a contact of the partner, and removes its confirmation email from the relay. Returns the path of the link.
 */
export async function unconfirmedContact(
  app: TestApp,
  relay: SmtpReceiver,
  partner: TestPartner,
  { email, notices, language = 'en' }: ContactOptions,
): Promise<string> {
  const body = { email, language, notices };
  const { status, text } = await app.request('POST', '/partner/contact', { key: partner.key, body });
  if (status !== 201) throw new Error(`No contact: ${text}`);
  const [mail] = await mailsTo(relay, email);
  if (mail !== undefined) relay.mails.splice(relay.mails.indexOf(mail), 1);
  return /\/contact\/confirmation\/\S+/.exec(mail?.parsed.text ?? '')?.[0] ?? '';
}

/** Creates a contact whose owner has followed the link. */
export async function contactOf(
  app: TestApp,
  relay: SmtpReceiver,
  partner: TestPartner,
  options: ContactOptions,
): Promise<void> {
  const { status } = await app.request('GET', await unconfirmedContact(app, relay, partner, options));
  if (status !== 200) throw new Error('Not confirmed.');
}

/**
 * Uses up the notices that may be mailed to the partner in an hour, so that further ones wait until the returned function
 * is called.
 */
export async function heldMails(app: TestApp, { id, companyId }: TestPartner): Promise<() => Promise<void>> {
  await app.database.query(
    `INSERT INTO notice (partner_id, id, name, object_id, life, company_id, facts, created_at, reported_at, mailed_at)
     SELECT $1, gen_random_uuid(), 'held', '', 0, $2, '{}', now(), now(), now() FROM generate_series(1, 20)`,
    [id, companyId],
  );
  return async () =>
    void (await app.database.query(`DELETE FROM notice WHERE partner_id = $1 AND name = 'held'`, [id]));
}

/** Resolves when no notice waits for its event or its emails, and no email waits to be sent. */
export async function noticesSent(app: TestApp): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await app.database.query<{ waiting: number }>(
        `SELECT (SELECT count(*) FROM notice WHERE reported_at IS NULL OR mailed_at IS NULL)::int
           + (SELECT count(*) FROM email_attempt)::int AS waiting`,
      );
      return rows[0]?.waiting;
    },
    (waiting) => waiting === 0,
  );
}
