import { eventOf, report } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo } from './emails.js';

describe('An email', () => {
  let relay: SmtpReceiver;
  let app: TestApp;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({
      ...(await relay.environment()),
      // On a busy machine, later attempts may be too slow too.
      EMAIL_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '50').join(),
      SMTP_TIMEOUT_MS: '2000',
    });
  });

  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  it('is tried again when the mail server does not answer in time', async () => {
    const never = new Promise<void>(() => undefined);
    relay.answer = (_to, n) => (n === 1 ? { to: 'message', status: 250, after: never } : undefined);
    const partner = await app.partner();
    await report(app, eventOf(partner, { emails: [emailTo('slow@client.example')] }));
    const { status, attempts } = await loggedTo(app, partner, 'slow@client.example');
    expect([status, attempts[0], attempts.at(-1)]).toMatchObject([
      'succeeded',
      { number: 1, error: 'timeout', status: null },
      { number: attempts.length, error: null, status: 250 },
    ]);
    expect(attempts.slice(0, -1).map(({ error }: Json) => error)).not.toContain('status');
    expect(new Set(relay.mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  });
});
