import { readFile } from 'node:fs/promises';
import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { sendByLmtp } from '../support/lmtp-client.js';
import { freePort } from '../support/service-process.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const HARD = true;
const SOFT = false;
/** The reports in `bounces/`, which we wrote in the formats of ten mail systems. */
const SYSTEMS: readonly [string, string, boolean, string][] = [
  ['postfix', '5.1.1', HARD, 'User unknown in virtual mailbox table'],
  ['postfix-international', '5.1.1', HARD, 'användaren finns inte'],
  ['exim', '5.0.0', HARD, '550 Unrouteable address'],
  ['exchange', '5.1.10', HARD, 'RESOLVER.ADR.RecipientNotFound'],
  ['gmail', '5.1.1', HARD, 'The email account that you tried to reach does not exist.'],
  ['yahoo', '5.0.0', HARD, "This user doesn't have a yahoo.example account"],
  ['amazon-ses', '5.2.2', SOFT, 'over quota and inactive'],
  ['qmail', '5.1.1', HARD, 'sorry, no mailbox here by that name'],
  ['sendmail', '5.1.2', HARD, 'Host unknown'],
  ['zimbra', '4.2.2', SOFT, 'Over quota'],
  ['opensmtpd', '5.1.1', HARD, 'Recipient address does not exist'],
];

describe('A bounce', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let lmtpPort: number;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    lmtpPort = await freePort();
    app = await startApp({
      ...(await relay.environment()),
      BOUNCE_ADDRESS: 'bounce@livery.example',
      BOUNCE_LMTP: `127.0.0.1:${lmtpPort}`,
    });
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const send = async (to: string): Promise<ReceivedMail> => {
    await report(app, eventOf(partner, { emails: [emailTo(to)] }));
    const [mail] = await mailsTo(relay, to);
    if (mail === undefined) throw new Error('No email arrived.');
    await loggedTo(app, partner, to);
    return mail;
  };
  /** The report of a mail system about an email, by default addressed to its envelope sender. */
  const reportOf = async (system: string, mail: ReceivedMail, to = mail.from): Promise<string> => {
    const text = await readFile(new URL(`bounces/${system}.eml`, import.meta.url), 'utf8');
    return text
      .replaceAll('{{to}}', to)
      .replaceAll('{{from}}', mail.from)
      .replaceAll('{{recipient}}', mail.to)
      .replaceAll('{{messageId}}', mail.parsed.messageId ?? '')
      .replaceAll('\n', '\r\n');
  };
  const post = (body: string, type = 'message/rfc822') =>
    app.request('POST', '/internal/bounce', { key: INTERNAL_TOKEN, body, headers: { 'content-type': type } });
  const suppressed = async (recipient: string): Promise<Json[]> =>
    (await app.internal('GET', `/internal/suppression?recipient=${recipient}`)).body;

  it('returns to an address that names the email', async () => {
    const mail = await send('verp@client.example');
    expect(mail.from).toMatch(/^bounce\+[0-9a-z]{47}@livery\.example$/);
    expect(mail.from.length - '@livery.example'.length).toBeLessThanOrEqual(64);
    expect(mail.parsed.from?.address).toBe('documents@livery.example');
  });

  it.each(SYSTEMS)(
    'reported by %s over LMTP is in the log with %s',
    async (system, status, isHard, words) => {
      const to = `${system}@client.example`;
      const mail = await send(to);
      // Mail servers may write the address in upper case.
      const address = system === 'exim' ? mail.from.toUpperCase() : mail.from;
      expect(await sendByLmtp(lmtpPort, address, await reportOf(system, mail))).toBe(250);
      const logged = await loggedTo(app, partner, to);
      expect(logged).toMatchObject({
        status: 'bounced',
        lastStatus: 250,
        bounce: { status, answer: expect.stringContaining(words), reportedAt: expect.stringMatching(/Z$/) },
      });
      expect(await suppressed(to)).toMatchObject(isHard ? [{ recipient: to, reason: 'bounced' }] : []);
    },
  );

  it.each(SYSTEMS)(
    'reported by %s over HTTP is answered with the parsed report',
    async (system, status, isHard) => {
      const mail = await send(`http-${system}@client.example`);
      const answer = await post(await reportOf(system, mail));
      expect([answer.status, answer.body]).toEqual([
        200,
        { emailId: mail.parsed.messageId?.slice(1, 37), status, isHard, answer: expect.any(String) },
      ]);
      // The Message-ID of the returned email also identifies it.
      const elsewhere = await post(await reportOf(system, mail, 'documents@livery.example'));
      expect([elsewhere.status, elsewhere.body]).toEqual([200, answer.body]);
    },
  );

  it('that is permanent blocks all further emails to the recipient, including receipts', async () => {
    const to = 'hard@client.example';
    const mail = await send(to);
    await post(await reportOf('postfix', mail));
    const pdfLink = { href: 'https://view.example/1.pdf' };
    await report(
      app,
      eventOf(partner, {
        emails: [{ kind: 'clientPdf', to: 'HARD@client.example', language: 'en', pdfLink }],
      }),
    );
    const logged = await eventually(
      async () => (await app.request('GET', `/partner/email?to=${to}`, { key: partner.key })).body,
      ([newest]: Json[]) => newest?.kind === 'clientPdf' && newest.status !== 'pending',
    );
    expect(logged).toMatchObject([
      { to: 'HARD@client.example', status: 'suppressed' },
      { status: 'bounced' },
    ]);
    const { body } = await app.request('GET', '/partner/email?status=bounced', { key: partner.key });
    expect(body.map(({ to: recipient }: Json) => recipient)).toContain(to);
    expect(body.every(({ status }: Json) => status === 'bounced')).toBe(true);
    expect(relay.to('HARD@client.example')).toEqual([]);
    expect((await app.request('GET', '/metrics')).text).toMatch(/livery_bounces_total\{kind="hard"\} \d/);
  });

  it('is found in a report of megabytes, whichever part of it is long', async () => {
    const mail = await send('long@client.example');
    const lines = `${'x'.repeat(70)}\r\n`.repeat(15_000);
    const [first = '', ...others] = (await reportOf('postfix', mail)).split('\r\n\r\n--');
    const long = [`${first}\r\n${lines}`, ...others].join('\r\n\r\n--') + lines;
    expect(await sendByLmtp(lmtpPort, mail.from, long)).toBe(250);
    expect(await loggedTo(app, partner, mail.to)).toMatchObject({
      status: 'bounced',
      bounce: { status: '5.1.1' },
    });
    expect((await post(long)).status).toBe(200);
  });

  it.each([
    ['over LMTP', (mail: ReceivedMail, text: string) => sendByLmtp(lmtpPort, mail.from, text), 250],
    ['over HTTP', (_mail: ReceivedMail, text: string) => post(text).then(({ status }) => status), 200],
  ])('may be a complaint, which has the effect of unsubscribing (%s)', async (_way, hand, status) => {
    const to = `complains-${status}@client.example`;
    const mail = await send(to);
    const text = await reportOf('complaint', mail, 'fbl@livery.example');
    expect((await post(text.replace('Type: abuse', 'Type: not-spam'))).body.code).toBe('not_a_bounce');
    expect(await hand(mail, text)).toBe(status);
    expect(await suppressed(to)).toMatchObject([{ recipient: to, reason: 'complained' }]);
    expect(await loggedTo(app, partner, to)).toMatchObject({ status: 'succeeded', bounce: null });
    const pdfLink = { href: 'https://view.example/1.pdf' };
    const receipt = { kind: 'clientPdf', to, language: 'en', pdfLink };
    await report(app, eventOf(partner, { emails: [emailTo(to), receipt] }));
    await mailsTo(relay, to, 2);
    // The two emails are handled at the same time, so the receipt may arrive first.
    const [suppressedEmail] = await eventually(
      async () =>
        (await app.request('GET', '/partner/email?status=suppressed&limit=1', { key: partner.key })).body,
      ([newest]: Json[]) => newest?.to === to,
    );
    expect(suppressedEmail).toMatchObject({ to, kind: 'document' });
  });

  it('is ignored for an email that the address does not name', async () => {
    const mail = await send('victim@client.example');
    const own = await send('own@client.example');
    const digits = mail.from.split(/[+@]/)[1] ?? '';
    const changed = (digits.startsWith('1') ? '2' : '1') + digits.slice(1);
    for (const token of [changed, digits.slice(1), `${digits}0`, '0'.repeat(47), 'z'.repeat(47), 'x']) {
      const forged = `bounce+${token}@livery.example`;
      expect([token, await sendByLmtp(lmtpPort, forged, await reportOf('postfix', mail, forged))]).toEqual([
        token,
        550,
      ]);
      expect((await post(await reportOf('postfix', mail, forged))).body.code).toBe('unknown_email');
    }
    expect(await sendByLmtp(lmtpPort, 'bounce@livery.example', 'Subject: x\r\n\r\n')).toBe(550);
    // The address decides, whatever email the report returns.
    expect(await sendByLmtp(lmtpPort, own.from, await reportOf('postfix', mail, own.from))).toBe(250);
    expect(await loggedTo(app, partner, 'own@client.example')).toMatchObject({ status: 'bounced' });
    expect(await loggedTo(app, partner, 'victim@client.example')).toMatchObject({
      status: 'succeeded',
      bounce: null,
    });
  });

  it('is not recorded for an automatic reply or a delay', async () => {
    const mail = await send('holiday@client.example');
    const reply = `From: ${mail.to}\r\nTo: ${mail.from}\r\nSubject: Holiday\r\n\r\nI am away: 550 5.1.1\r\n`;
    const delay = (await reportOf('postfix', mail)).replace('Action: failed', 'Action: delayed');
    for (const message of [reply, delay, 'x'.repeat(1_000_000)]) {
      expect(await sendByLmtp(lmtpPort, mail.from, message)).toBe(250);
      expect([422, 'not_a_bounce']).toEqual(
        await post(message).then(({ status, body }) => [status, body.code]),
      );
    }
    expect(await loggedTo(app, partner, mail.to)).toMatchObject({ status: 'succeeded' });
  });

  it('over HTTP is accepted as text, as bytes, and as only the body of a report', async () => {
    for (const type of ['text/plain; charset=utf-8', 'application/octet-stream', 'multipart/report']) {
      const mail = await send(`${type.replace(/\W.*/, '')}@client.example`);
      const whole = await reportOf('postfix', mail, 'documents@livery.example');
      const [boundary] = /boundary="[^"]+"/.exec(whole) ?? [];
      const answer = await (type === 'multipart/report'
        ? post(whole.slice(whole.indexOf('\r\n--') + 2), `${type}; report-type=delivery-status; ${boundary}`)
        : post(whole, type));
      expect([type, answer.status]).toEqual([type, 200]);
      expect(await loggedTo(app, partner, mail.to)).toMatchObject({ status: 'bounced' });
    }
  });

  it('over HTTP is refused in other formats, above the size limit, and about an unknown email', async () => {
    expect((await post('{}', 'application/json')).status).toBe(415);
    expect((await post('x'.repeat(10 * 1_048_576 + 1))).status).toBe(413);
    expect((await app.request('POST', '/internal/bounce', { body: 'x' })).status).toBe(401);
    const mail = await send('gone@client.example');
    const gone = (await reportOf('gmail', mail, 'documents@livery.example')).replaceAll(
      mail.parsed.messageId?.slice(1, 37) ?? '',
      '019b0000-1234-7abc-8def-0123456789ab',
    );
    expect((await post(gone)).body).toMatchObject({ status: 422, code: 'unknown_email' });
  });
});
