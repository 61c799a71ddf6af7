import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const ORIGIN = 'https://livery.example';
const RECEIPT = {
  kind: 'clientPdf',
  language: 'en',
  documentLink: { href: 'https://view.example/1' },
  pdfLink: { href: 'https://view.example/1.pdf' },
};

describe('Unsubscribing', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({
      ...(await relay.environment()),
      PUBLIC_URL: ORIGIN,
      EMAIL_RETRY_SCHEDULE: '50,50',
    });
  });
  beforeEach(async () => void (partner = await app.partner()));
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const ask = (emails: readonly Json[], event = {}) => report(app, eventOf(partner, { emails, ...event }));
  const headerOf = ({ parsed }: ReceivedMail, name: string) =>
    parsed.headers.find(({ key }) => key === name)?.value;
  /** The path of the unsubscribe page in an email. */
  const pageOf = async (to: string, count = 1): Promise<string> => {
    const mail = (await mailsTo(relay, to, count)).at(-1);
    if (mail === undefined) throw new Error('No email arrived.');
    const [, url = ''] = /^<(.+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
    expect(mail.parsed.html).toContain(url);
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(url.startsWith(`${ORIGIN}/unsubscribe/`)).toBe(true);
    return url.slice(ORIGIN.length);
  };
  const oneClick = (path: string) =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const suppressions = async (query: string): Promise<Json[]> =>
    (await app.internal('GET', `/internal/suppression?${query}`)).body;

  it('by one click ends the company’s emails, but not its receipts nor those of other companies', async () => {
    const to = 'ada@client.example';
    await ask([emailTo(to)]);
    const path = await pageOf(to);
    const clicked = await oneClick(path);
    expect([clicked.status, clicked.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await oneClick(path)).status).toBe(200);

    await ask([emailTo('ADA@client.example'), { ...RECEIPT, to }]);
    const list = await eventually(
      async () => (await app.request('GET', '/partner/email?status=suppressed', { key: partner.key })).body,
      ({ length }) => length > 0,
    );
    expect(list).toMatchObject([{ to: 'ADA@client.example', status: 'suppressed', attemptCount: 0 }]);
    expect((await mailsTo(relay, to, 2)).map(({ parsed }) => parsed.subject)).toHaveLength(2);
    const others = await app.partner();
    await report(app, eventOf(others, { emails: [emailTo(to)] }));
    await mailsTo(relay, to, 3);
    expect(relay.to('ADA@client.example')).toEqual([]);
    const { rows } = await app.database.query('SELECT count(*)::int AS count FROM email_attachment');
    expect(rows).toEqual([{ count: 0 }]);
    expect((await app.request('GET', '/metrics')).text).toMatch(
      /livery_suppressions_total\{reason="unsubscribed"\} 1/,
    );
  });

  it('takes the button of a page in the email’s language with the company’s name', async () => {
    const to = 'eva@client.example';
    await ask([emailTo(to, { language: 'sv' })], { company: { name: '<b>Åkes & Co</b>' } });
    const path = await pageOf(to);
    const page = await app.request('GET', path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('<html lang="sv">');
    expect(page.text).toContain('&lt;b&gt;Åkes &amp; Co&lt;/b&gt; till e…@client.example?');
    expect(page.text).toContain('<form method="post"><button>Avregistrera mig</button></form>');
    expect(page.text).not.toContain(to);
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await suppressions(`recipient=${to}`)).toEqual([]);
    const done = await oneClick(path);
    expect(await done.text()).toContain('får ingen mer e-post');
    expect((await app.request('GET', path)).text).toContain('får ingen mer e-post');
    expect((await app.request('HEAD', path)).status).toBe(200);
  });

  it('takes a page with the email’s logo, whose server does not learn the address of the page', async () => {
    const to = 'logo@client.example';
    const logoUrl = 'https://images.example/acme.png?a=1&b="2"';
    await ask([emailTo(to, { logoUrl })], { company: { name: 'Acme' } });
    const path = await pageOf(to);
    const page = await app.request('GET', path);
    expect(page.text).toContain(
      '<img class="logo" src="https://images.example/acme.png?a=1&amp;b=%222%22" alt="" referrerpolicy="no-referrer">',
    );
    expect(page.headers.get('content-security-policy')).toMatch(/; img-src https:\/\/images\.example$/);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const { id } = await loggedTo(app, partner, to);
    // A copy to another recipient has a page of its own, with the same name and logo.
    const again = 'logo-again@client.example';
    await app.request('POST', `/partner/email/${id}/resend`, { key: partner.key, body: { to: again } });
    const copy = await app.request('GET', await pageOf(again));
    expect(copy.text).toContain('src="https://images.example/acme.png');
    expect(copy.text).toContain('Acme to l…@client.example?');
    const done = await oneClick(path);
    expect(await done.text()).toContain('<img class="logo"');
  });

  it.each([
    ['without encryption', 'http://images.example/acme.png'],
    ['of a long address', `https://images.example/${'a'.repeat(500)}.png`],
  ])('takes a page that omits a logo %s', async (what, logoUrl) => {
    const to = `${what.replaceAll(' ', '-')}@client.example`;
    await ask([emailTo(to, { logoUrl })]);
    const page = await app.request('GET', await pageOf(to));
    expect(page.text).not.toContain('<img');
    expect(page.headers.get('content-security-policy')).not.toContain('img-src');
  });

  it('requires a link of the service, which does not reveal the address, and an altered one is invalid', async () => {
    const to = 'secretive@client.example';
    await ask([emailTo(to)]);
    const path = await pageOf(to);
    const token = path.slice('/unsubscribe/'.length);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('secretive');
    for (const altered of [`${token.slice(0, -2)}AA`, token.slice(1), 'x', '%00', 'a'.repeat(2_000)]) {
      const answer = await app.request('GET', `/unsubscribe/${altered}`);
      expect([altered, answer.status]).toEqual([altered, 404]);
      expect(answer.text).toContain('<p lang="sv">');
      expect((await oneClick(`/unsubscribe/${altered}`)).status).toBe(404);
    }
    expect(await suppressions(`recipient=${to}`)).toEqual([]);
    expect((await app.request('PUT', path)).status).toBe(405);
  });

  it('is left to the document service if that gives its own address', async () => {
    const unsubscribeUrl = 'https://view.example/unsubscribe/1';
    await ask([emailTo('own@client.example', { unsubscribeUrl })]);
    const [mail] = await mailsTo(relay, 'own@client.example');
    expect(headerOf(mail as ReceivedMail, 'list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(headerOf(mail as ReceivedMail, 'list-unsubscribe-post')).toBeUndefined();
    await ask([{ ...RECEIPT, to: 'receipt@client.example' }]);
    const [receipt] = await mailsTo(relay, 'receipt@client.example');
    expect(receipt?.raw.toString()).not.toMatch(/list-unsubscribe/i);
  });

  it('is listed for operators page by page, and undone by them', async () => {
    const recipients = ['a@list.example', 'b@list.example', 'c@list.example'];
    await ask(recipients.map((to) => emailTo(to)));
    for (const to of recipients) await oneClick(await pageOf(to));
    const { companyId, id: partnerId } = partner;
    const first = await app.internal('GET', `/internal/suppression?companyId=${companyId}&limit=2`);
    expect(first.body).toMatchObject(
      recipients
        .slice(0, 2)
        .map((recipient) => ({ partnerId, companyId, recipient, reason: 'unsubscribed' })),
    );
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await app.internal('GET', next.replace(/^https?:\/\/[^/]+/, ''));
    expect(second.body.map(({ recipient }: Json) => recipient)).toEqual(recipients.slice(2));
    expect(second.headers.get('link')).toBeNull();
    expect(await suppressions('recipient=B@LIST.example')).toHaveLength(1);

    const remove = (query: string) => app.internal('DELETE', `/internal/suppression?${query}`);
    expect((await remove(`recipient=b@list.example&companyId=${companyId}`)).status).toBe(204);
    expect((await remove('recipient=b@list.example')).status).toBe(404);
    expect((await remove(`companyId=${companyId}`)).status).toBe(400);
    await ask([emailTo('b@list.example')]);
    await mailsTo(relay, 'b@list.example', 2);
  });

  it('outlasts the erasure of the recipient’s data, by a digest instead of the address', async () => {
    const to = 'erased@client.example';
    const typeId = 'document-to-erase';
    await ask([emailTo(to)], { typeId });
    await oneClick(await pageOf(to));
    expect((await app.internal('DELETE', `/internal/document/${typeId}`)).body.emails).toBe(1);
    expect(await suppressions(`recipient=${to}`)).toMatchObject([
      { recipient: null, reason: 'unsubscribed' },
    ]);
    const { rows } = await app.database.query('SELECT recipient FROM suppression WHERE recipient = $1', [to]);
    expect(rows).toEqual([]);
    await ask([emailTo(to)]);
    expect(await loggedTo(app, partner, to)).toMatchObject({ status: 'suppressed' });
  });
});
