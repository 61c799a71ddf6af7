import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

describe('By the domain of their recipients, emails', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let lines = '';

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    const environment = {
      ...(await relay.environment()),
      EMAIL_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '50').join(),
      EMAIL_DOMAIN_LIMITS: 'one.example?connections=1,paced.example?perSecond=20',
      // Longer than the tests leave an email unanswered.
      SMTP_TIMEOUT_MS: '600000',
      LOG_LEVEL: 'warn',
    };
    app = await startApp(environment, { write: (line: string) => (lines += line) });
    partner = await app.partner();
  });

  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const recipients = (domain: string, count: number) =>
    Array.from({ length: count }, (_, number) => `${number}@${domain}`);
  const ask = (to: readonly string[]) =>
    report(app, eventOf(partner, { emails: to.map((recipient) => emailTo(recipient)) }));
  const gauge = async (name: string) => {
    const { text } = await app.request('GET', '/metrics');
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };

  it('do not wait for another domain that does not answer', async () => {
    let answers = (): void => undefined;
    const after = new Promise<void>((resolve) => (answers = resolve));
    relay.answer = (to) =>
      to.endsWith('@slow.example') ? { to: 'recipient', status: 250, after } : undefined;
    const slow = recipients('slow.example', 80);
    await ask(slow);
    await eventually(
      () => gauge('livery_email_domain_waiting'),
      (waiting) => waiting > 0,
    );
    for (const to of recipients('quick.example', 30)) {
      await ask([to]);
      await mailsTo(relay, to);
    }
    expect(relay.mails.filter(({ to }) => to.endsWith('@slow.example'))).toEqual([]);
    answers();
    for (const to of slow) expect(await loggedTo(app, partner, to)).toMatchObject({ attemptCount: 1 });
    expect(await gauge('livery_email_domain_waiting')).toBe(0);
  });

  it.each([
    ['421', 'recipient', 421, '4.7.0 Try again later'],
    ['450', 'recipient', 450, '4.7.1 Too many messages'],
    ['451', 'message', 451, 'Deferred'],
  ] as const)(
    'do not wait for a domain that answers %s, and are sent there once it accepts',
    async (name, to, status, words) => {
      const domain = `busy-${name}.example`;
      const busy = recipients(domain, 12);
      const untilSlowed = busy.slice(0, 5);
      let refuse = (): void => undefined;
      const after = new Promise<void>((resolve) => (refuse = resolve));
      // Holds the only place of the slowed domain, so that no email gets its turn before the test has looked.
      relay.answer = (recipient, n) => {
        if (!recipient.endsWith(domain)) return undefined;
        const refusal = { to, status, words };
        return untilSlowed.includes(recipient) && n === 1 ? refusal : { ...refusal, after };
      };
      await ask(busy);
      await eventually(
        () => gauge('livery_email_domains_slowed'),
        (slowed) => slowed === 1,
      );
      const others = recipients(`beside-${name}.example`, 5);
      await ask(others);
      for (const other of others) {
        expect(await loggedTo(app, partner, other)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
      }
      // An email that waits for its domain uses up no attempt.
      const waiting = await app.request('GET', `/partner/email?to=${busy[11]}`, { key: partner.key });
      expect(waiting.body).toMatchObject([{ status: 'pending', attemptCount: 0 }]);
      relay.answer = () => undefined;
      refuse();
      for (const recipient of busy) await mailsTo(relay, recipient);
      expect(await loggedTo(app, partner, busy[0] ?? '')).toMatchObject({
        status: 'succeeded',
        attempts: expect.arrayContaining([expect.objectContaining({ number: 1, status, error: 'status' })]),
      });
      expect(lines).toContain(`${domain} puts emails off`);
      expect(lines).toContain(`${domain} accepts emails again`);
      expect(lines).not.toContain('The relay accepts no emails');
    },
  );

  it('are as many at a time, and as many a second, as the setting says', async () => {
    let underway = 0;
    let most = 0;
    relay.answer = (to) => {
      if (!to.endsWith('@one.example')) return undefined;
      most = Math.max(most, ++underway);
      setTimeout(() => (underway -= 1), 20);
      return { to: 'recipient', status: 250, delayMs: 20 };
    };
    const one = recipients('one.example', 8);
    await ask(one);
    for (const to of one) await mailsTo(relay, to);
    // The relay asks for each recipient twice: before and after the message.
    expect(most).toBeLessThanOrEqual(2);
    relay.answer = () => undefined;
    const startedAt = performance.now();
    const paced = recipients('paced.example', 11);
    await ask(paced);
    for (const to of paced) await mailsTo(relay, to);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(495);
  });
});
