import { eventually } from '../delivery/deliveries.js';
import { type Json, TestApp, type TestPartner } from '../support/app.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';

/** A request for a document email. Override the members that matter to the test. */
export function emailTo(to: string, members: Readonly<Record<string, unknown>> = {}): Json {
  return {
    kind: 'document',
    to,
    language: 'en',
    link: { href: 'https://view.example/document/1' },
    ...members,
  };
}

/** The emails that arrived for a recipient, once there are this many. */
export function mailsTo(relay: SmtpReceiver, recipient: string, count = 1): Promise<ReceivedMail[]> {
  return eventually(
    async () => relay.to(recipient),
    (mails) => mails.length >= count,
  );
}

/** The only email to a recipient in the log, with its attempts, once it is as expected. */
export async function loggedTo(
  app: TestApp,
  partner: TestPartner,
  recipient: string,
  isThere: (email: Json) => boolean = ({ status }) => status !== 'pending',
): Promise<Json> {
  const read = async (path: string) => (await app.request('GET', path, { key: partner.key })).body;
  const [{ id }] = await eventually(
    () => read(`/partner/email?to=${encodeURIComponent(recipient)}`),
    (emails) => emails.length === 1 && isThere(emails[0]),
  );
  return read(`/partner/email/${id}`);
}
