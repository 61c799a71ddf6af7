import { randomBytes } from 'node:crypto';
import { EMAIL_LIMITS } from '../../src/email/email-engine.js';
import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { startApp, TestApp } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const PATIENCE_MS = 120_000;
const LONGER_THAN_LEASES_MS = 600_000;
const IN_FLIGHT = EMAIL_LIMITS.inFlightPerQueue;
/** To two domains, half of the limit each: some emails wait for their domain, and some for their company. */
const RECIPIENTS = ['first.example', 'second.example'].flatMap((domain) =>
  Array.from({ length: IN_FLIGHT / 2 + 3 }, (_, number) => `r${number}@${domain}`),
);

describe('A service that stops while the mail server leaves its emails unanswered', () => {
  let database: TestDatabase;
  let relay: SmtpReceiver;
  let next: TestApp | undefined;

  afterEach(async () => {
    await next?.stop();
    await relay.stop();
    await database.drop();
  });

  it(
    'returns all of them, and the next one sends them at once, with the same Message-IDs',
    async () => {
      database = await testDatabase();
      relay = await SmtpReceiver.start({
        answer: () => ({ to: 'message', status: 250, delayMs: LONGER_THAN_LEASES_MS }),
      });
      const settings = {
        ...(await relay.environment()),
        DATABASE_URL: database.url,
        SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        SMTP_TIMEOUT_MS: String(LONGER_THAN_LEASES_MS),
        // The time that emails in flight have to finish.
        WEBHOOK_TIMEOUT_MS: '500',
      };
      const first = await startApp(settings);
      const partner = await first.partner();
      await report(first, eventOf(partner, { emails: RECIPIENTS.map((to) => emailTo(to)) }));
      const unanswered = await eventually(
        async () => relay.mails.map(({ to }) => to),
        (recipients) => recipients.length === IN_FLIGHT,
      );
      await first.stop();
      relay.answer = () => undefined;
      next = await startApp(settings);
      for (const to of RECIPIENTS) {
        const mails = await mailsTo(relay, to, unanswered.includes(to) ? 2 : 1);
        expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
        expect(await loggedTo(next, partner, to)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
      }
    },
    PATIENCE_MS,
  );
});
