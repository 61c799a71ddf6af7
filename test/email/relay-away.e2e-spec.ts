import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { TestAuthority } from '../support/certificates.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const LOGIN = { user: 'livery', pass: 'a secret: of the tests/%' };

describe('While the mail server is unavailable', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let lines = '';

  beforeAll(async () => {
    relay = await SmtpReceiver.start({ login: LOGIN });
    app = await startApp(
      { ...(await relay.environment(LOGIN)), EMAIL_RETRY_SCHEDULE: '50', LOG_LEVEL: 'warn' },
      { write: (line: string) => (lines += line) },
    );
    partner = await app.partner();
  });

  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const ask = (to: string) => report(app, eventOf(partner, { emails: [emailTo(to)] }));
  const isTold = (words: RegExp) =>
    eventually(
      async () => lines,
      (told) => words.test(told),
    );

  it('emails wait without using up attempts, for any kind of failure', async () => {
    await relay.stop();
    await ask('down@client.example');
    await isTold(/accepts no emails: connect:.*ECONNREFUSED/);

    const stranger = await TestAuthority.make();
    await relay.listen({ credentials: await stranger.sign() });
    await ask('certificate@client.example');
    await eventually(
      async () => relay.connections,
      (connections) => connections > 0,
    );
    await relay.stop();

    await relay.listen({ login: { ...LOGIN, pass: 'another' } });
    await ask('login@client.example');
    await eventually(
      async () => relay.refusedLogins,
      (refused) => refused > 0,
    );
    expect(relay.mails).toEqual([]);
    expect(
      (await app.request('GET', '/partner/email?status=pending', { key: partner.key })).body,
    ).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'pending', attemptCount: 0, lastError: null })),
    );
    await relay.stop();

    await relay.listen({ login: LOGIN });
    for (const name of ['down', 'certificate', 'login']) {
      const [mail] = await mailsTo(relay, `${name}@client.example`);
      expect(mail).toMatchObject({ isSecure: true, user: 'livery' });
      expect(await loggedTo(app, partner, `${name}@client.example`)).toMatchObject({
        status: 'succeeded',
        attemptCount: 1,
      });
    }
    await isTold(/The relay accepts emails again/);
    expect(lines).not.toContain(LOGIN.pass);
    expect(lines).not.toContain(encodeURIComponent(LOGIN.pass));
  });
});
