import { eventOf, report } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

describe('Of several relays', () => {
  let first: SmtpReceiver;
  let second: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let environment: Record<string, string>;
  beforeAll(async () => {
    [first, second] = await Promise.all([SmtpReceiver.start(), SmtpReceiver.start()]);
    const [one, two] = await Promise.all([first.environment(), second.environment()]);
    environment = { ...one, SMTP_URL: `${one['SMTP_URL']}?connections=1, ${two['SMTP_URL']}?perSecond=1000` };
    app = await startApp({ ...environment, EMAIL_RETRY_SCHEDULE: '50' });
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([first.stop(), second.stop()]);
  });

  const ask = (...recipients: string[]) =>
    report(app, eventOf(partner, { emails: recipients.map((to) => emailTo(to)) }));

  it('the first one gets the emails, at most as many at a time as it accepts', async () => {
    let underway = 0;
    let most = 0;
    const recipients = Array.from({ length: 6 }, (_, number) => `${number}@first.example`);
    first.answer = (to) => {
      most = Math.max(most, ++underway);
      setTimeout(() => (underway -= 1), 20);
      return to.endsWith('@first.example') ? { to: 'recipient', status: 250, delayMs: 20 } : undefined;
    };
    await ask(...recipients);
    for (const to of recipients) await mailsTo(first, to);
    expect(most).toBeLessThanOrEqual(2);
    expect(first.connections).toBe(1);
    expect(second.mails).toEqual([]);
    first.answer = () => undefined;
  });

  it('a refusal by the first one is final', async () => {
    first.answer = (to) => (to === 'no@first.example' ? { to: 'recipient', status: 550 } : undefined);
    await ask('no@first.example');
    expect(await loggedTo(app, partner, 'no@first.example')).toMatchObject({
      status: 'failed',
      lastStatus: 550,
    });
    expect(second.mails).toEqual([]);
  });

  it('the second one gets an email if the first answers to its recipient that it is shutting down', async () => {
    first.answer = (to) =>
      to === 'closing@client.example'
        ? { to: 'recipient', status: 421, words: '4.3.2 Service shutting down' }
        : undefined;
    await ask('closing@client.example');
    await mailsTo(second, 'closing@client.example');
    expect(await loggedTo(app, partner, 'closing@client.example')).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
    });
    second.mails.length = 0;
    first.answer = () => undefined;
  });

  it('the second one gets the emails at the first attempt while the first is unavailable', async () => {
    await first.stop();
    await ask('away@client.example');
    await mailsTo(second, 'away@client.example');
    expect(await loggedTo(app, partner, 'away@client.example')).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
    });
    const headers = second.mails[0]?.parsed.headers ?? [];
    expect(headers.find(({ key }) => key === 'feedback-id')?.value).toBe(
      `${partner.companyId}:${partner.id}:document:livery`,
    );
    await first.listen();
  });

  it('the doctor checks each', async () => {
    await first.stop();
    const { out } = await runCommand(['doctor', '--json'], {
      ...environment,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      SECRET_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    });
    const found = (JSON.parse(out) as Json[]).filter(({ point }) => point === 'smtp');
    expect(found).toMatchObject([
      { verdict: 'wrong', found: expect.stringMatching(/^127\.0\.0\.1:\d+: .*does not answer/) },
      { verdict: 'ok' },
    ]);
  });
});
