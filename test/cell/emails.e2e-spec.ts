import { readFile } from 'node:fs/promises';
import { eventOf, report } from '../delivery/deliveries.js';
import { emailTo, loggedTo, mailsTo } from '../email/emails.js';
import { INTERNAL_TOKEN, type Json, type TestApp, type TestPartner } from '../support/app.js';
import { sendByLmtp } from '../support/lmtp-client.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { freePort } from '../support/service-process.js';
import { partnerIn, TwoCells } from './two-cells.js';

const ORIGIN = 'https://livery.example';

describe('Emails of two cells', () => {
  let relay: SmtpReceiver;
  let cells: TwoCells;
  let a: TestApp;
  let b: TestApp;
  let lmtpPort: number;
  let ofB: TestPartner;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    lmtpPort = await freePort();
    cells = await TwoCells.start(
      { ...(await relay.environment()), PUBLIC_URL: ORIGIN, BOUNCE_ADDRESS: 'bounce@livery.example' },
      { ofA: { BOUNCE_LMTP: `127.0.0.1:${lmtpPort}` } },
    );
    ({ a, b } = cells);
    ofB = await partnerIn('b', a);
  });
  afterAll(async () => {
    await cells.stop();
    await relay.stop();
  });

  const sent = async (to: string, companyId = ofB.companyId): Promise<ReceivedMail> => {
    await report(a, eventOf({ ...ofB, companyId }, { emails: [emailTo(to)] }));
    const [mail] = await mailsTo(relay, to);
    if (mail === undefined) throw new Error('No email arrived.');
    return mail;
  };
  const linkOf = ({ parsed }: ReceivedMail): string => {
    const header = parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    return header.slice(`<${ORIGIN}`.length, -1);
  };
  const suppressedIn = async (app: TestApp, recipient: string): Promise<number> =>
    (await app.database.query('SELECT FROM suppression WHERE recipient = $1', [recipient])).rowCount ?? 0;
  const reportOf = async (mail: ReceivedMail, to: string): Promise<string> => {
    const text = await readFile(new URL('../email/bounces/postfix.eml', import.meta.url), 'utf8');
    return text
      .replaceAll('{{to}}', to)
      .replaceAll('{{recipient}}', mail.to)
      .replaceAll('{{messageId}}', mail.parsed.messageId ?? '')
      .replaceAll('\n', '\r\n');
  };

  it('are sent by the cell of the partner', async () => {
    const to = 'sent@client.example';
    await sent(to);
    expect((await loggedTo(a, ofB, to)).status).toBe('succeeded');
  });

  it('have links to unsubscribe that work in any process, for the company in every cell', async () => {
    const to = 'ada@client.example';
    const path = linkOf(await sent(to));
    expect((await a.request('GET', path)).status).toBe(200);
    expect((await a.request('POST', path)).status).toBe(200);
    expect([await suppressedIn(a, to), await suppressedIn(b, to)]).toEqual([1, 1]);
    const removed = await a.internal('DELETE', `/internal/suppression?recipient=${to}`);
    expect(removed.status).toBe(204);
    expect([await suppressedIn(a, to), await suppressedIn(b, to)]).toEqual([0, 0]);
    expect((await a.internal('DELETE', `/internal/suppression?recipient=${to}`)).status).toBe(404);
  });

  it('of companies without a partner are in the home cell', async () => {
    const to = 'nobody@client.example';
    const path = linkOf(await sent(to, 4_998));
    expect((await b.request('POST', path)).status).toBe(200);
    const listed = await b.internal('GET', `/internal/suppression?recipient=${to}`);
    expect(listed.body.map(({ partnerId }: Json) => partnerId)).toEqual([0, 0]);
  });

  it('are marked as bounced in their cell, whichever cell gets the report', async () => {
    for (const [to, take] of [
      [
        'lmtp@client.example',
        async (mail: ReceivedMail) => sendByLmtp(lmtpPort, mail.from, await reportOf(mail, mail.from)),
      ],
      ['http@client.example', async (mail: ReceivedMail) => post(await reportOf(mail, mail.from))],
      [
        'id@client.example',
        async (mail: ReceivedMail) => post(await reportOf(mail, 'documents@livery.example')),
      ],
    ] as const) {
      const mail = await sent(to);
      await loggedTo(a, ofB, to, ({ status }) => status === 'succeeded');
      expect([200, 250]).toContain(await take(mail));
      expect((await loggedTo(a, ofB, to, ({ status }) => status === 'bounced')).bounce.status).toBe('5.1.1');
      expect([await suppressedIn(a, to), await suppressedIn(b, to)]).toEqual([0, 1]);
    }
    const unknown = await a.request('POST', '/internal/bounce', {
      key: INTERNAL_TOKEN,
      headers: { 'content-type': 'message/rfc822' },
      body: (await reportOf(await sent('gone@client.example'), 'x@livery.example')).replace(
        /<[\da-f]{8}-/,
        '<00000000-',
      ),
    });
    expect(unknown.status).toBe(422);
  });

  const post = async (body: string): Promise<number> => {
    const headers = { 'content-type': 'message/rfc822' };
    return (await a.request('POST', '/internal/bounce', { key: INTERNAL_TOKEN, headers, body })).status;
  };
});
