import { randomBytes } from 'node:crypto';
import { eventually } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN } from '../support/app.js';
import { emailTo } from '../email/emails.js';
import { type ServiceProcess, serviceProcess } from '../support/service-process.js';
import { SmtpReceiver } from '../support/smtp.js';
import { testDatabase } from '../support/test-database.js';

const EMAILS_PER_EVENT = 10;
const RETRY_MS = 50;
/**
 * A killed service's claims are free when its leases end, and a slow machine may not hand over an email within their
 * short time-out, so such emails are retried soon. A service that stops normally returns its claims.
 */
const SHORT_LEASES = { SMTP_TIMEOUT_MS: '1000', EMAIL_RETRY_SCHEDULE: Array(20).fill('1s').join() };

/**
 * Sends this many emails with a service that a signal ends in the middle, and starts it again. Resolves when every
 * recipient has an email and the service has stopped normally, with the Message-IDs that arrived for each.
 */
export async function sendEmailsThrough(
  signal: 'SIGKILL' | 'SIGTERM',
  count: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const database = await testDatabase();
  // Slow replies, so that at the kill the relay has accepted some emails whose outcome is not written yet.
  const relay = await SmtpReceiver.start({ answer: () => ({ to: 'message', status: 250, delayMs: 20 }) });
  const service = await serviceProcess({
    DATABASE_URL: database.url,
    SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
    ...(signal === 'SIGKILL' && SHORT_LEASES),
    ...(await relay.environment()),
  });
  const recipients = Array.from({ length: count }, (_, number) => `r${number}@client.example`);
  try {
    await service.start();
    const reported = report(service.url, recipients);
    const arrived = (many: number) =>
      eventually(
        async () => new Set(relay.mails.map(({ to }) => to)).size,
        (seen) => seen >= many,
      );
    await arrived(Math.floor(count / 3));
    requireOrder(signal, await service.end(signal), service);
    await service.start();
    await reported;
    await arrived(count);
    requireOrder('SIGTERM', await service.end('SIGTERM'), service);
    return new Map(recipients.map((to) => [to, relay.to(to).map(({ parsed }) => parsed.messageId ?? '')]));
  } finally {
    await service.end('SIGKILL');
    await relay.stop();
    await database.drop();
  }
}

function requireOrder(signal: NodeJS.Signals, status: number | null, { lines }: ServiceProcess): void {
  if (signal === 'SIGTERM' && status !== 0) throw new Error(`It did not stop in order:\n${lines}`);
}

/** Reports an event for every few recipients. If one is not answered with 202, it is reported again until it is. */
async function report(url: string, recipients: readonly string[]): Promise<void> {
  for (let first = 0; first < recipients.length; first += EMAILS_PER_EVENT) {
    const emails = recipients.slice(first, first + EMAILS_PER_EVENT).map((to) => emailTo(to));
    const event = {
      id: `evt-${first}`,
      type: 'document.sent',
      typeId: `doc-${first}`,
      companyId: 1,
      data: {},
      emails,
    };
    for (let isAccepted = false; !isAccepted;) {
      isAccepted = await fetch(`${url}/internal/event`, {
        method: 'POST',
        headers: { authorization: `Bearer ${INTERNAL_TOKEN}`, 'content-type': 'application/json' },
        body: JSON.stringify(event),
      }).then(
        ({ status }) => status === 202,
        () => false,
      );
      if (!isAccepted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
