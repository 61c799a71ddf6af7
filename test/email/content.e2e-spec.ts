import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { age } from '../support/aging.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type MailAnswer, SmtpReceiver } from '../support/smtp.js';
import { RetentionService } from '../../src/operations/retention/retention.service.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const FILE = { filename: 'offer.pdf', contentType: 'application/pdf', content: 'JVBERi0xLjQ=' };

describe('The content of an email', () => {
  let relay: SmtpReceiver;
  /** The answer of the relay to emails whose recipient begins with 'held'. */
  let held: MailAnswer | undefined;
  let app: TestApp;
  let partner: TestPartner;
  let stranger: TestPartner;

  beforeAll(async () => {
    relay = await SmtpReceiver.start({
      answer: (to) =>
        to.startsWith('wrong')
          ? { to: 'recipient', status: 550, words: 'No such user' }
          : to.startsWith('later')
            ? { to: 'recipient', status: 450 }
            : to.startsWith('held')
              ? held
              : undefined,
    });
    app = await startApp({
      ...(await relay.environment()),
      EMAIL_RETRY_SCHEDULE: '1h',
      RETENTION_DAYS: '10',
    });
    partner = await app.partner();
    stranger = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const call = (method: string, path: string, body?: Json, key = partner.key) =>
    app.request(method, `/partner/email${path}`, { key, ...(body !== undefined && { body }) });

  /** Sends an email, and reads it from the log once it has ended. */
  async function sent(to: string, members: Json = {}, event: Json = {}): Promise<Json> {
    await report(app, eventOf(partner, { emails: [emailTo(to, members)], ...event }));
    return loggedTo(app, partner, to, ({ attemptCount }) => attemptCount === 1);
  }

  const settled = (id: string): Promise<Json> =>
    eventually(
      async () => (await call('GET', `/${id}`)).body,
      ({ status }) => status !== 'pending',
    );

  const rowsOf = async (id: string): Promise<string[]> => {
    const tables = ['email', 'email_content', 'email_attempt_log', 'email_attachment'];
    const found = await Promise.all(
      tables.map(async (table) => {
        const column = table === 'email' ? 'id' : 'email_id';
        return (await app.database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount;
      }),
    );
    return tables.filter((_, index) => found[index] !== 0);
  };

  it('can be read as it was sent, subject and sender included', async () => {
    const email = await sent('ada@client.example', { content: 'Här är <offerten>.', subject: 'Offert – 1' });
    const [mail] = await mailsTo(relay, 'ada@client.example');
    expect(email).toMatchObject({ subject: 'Offert – 1', replyTo: null, test: false, resendOf: null });
    expect(email.fromName).toBe(mail?.parsed.from?.name);
    const [listed] = (await call('GET', '?to=ada@client.example')).body;
    expect(listed).toMatchObject({ subject: 'Offert – 1', fromName: email.fromName });
    const html = await call('GET', `/${email.id}/html`);
    expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(html.headers.get('content-security-policy')).not.toContain('script');
    expect(html.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html.text.trim()).toBe(mail?.parsed.html?.replaceAll('\r\n', '\n').trim());
    const text = await call('GET', `/${email.id}/text`);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.text).toContain('Här är <offerten>.');
  });

  it('has the headers and the very bytes that were sent, also for one that is sent again', async () => {
    const email = await sent('bytes@client.example', { content: 'Räksmörgås.\n.dot' });
    const [mail] = await mailsTo(relay, 'bytes@client.example');
    const headers = await call('GET', `/${email.id}/headers`);
    expect(headers.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(mail?.raw.toString('latin1').startsWith(`${headers.text}\r\n`)).toBe(true);
    const source = await call('GET', `/${email.id}/source`);
    expect(source.headers.get('content-type')).toBe('message/rfc822');
    expect(source.headers.get('content-disposition')).toBe(`attachment; filename="${email.id}.eml"`);
    expect(source.text).toBe(mail?.raw.toString('utf8'));
    expect(email).toMatchObject({
      sender: { address: 'documents@livery.example', dkim: null },
      attachments: [],
    });
    const { body: copy } = await call('POST', `/${email.id}/resend`, { to: 'bytes-again@client.example' });
    await settled(copy.id);
    const [again] = await mailsTo(relay, 'bytes-again@client.example');
    expect((await call('GET', `/${copy.id}/source`)).text).toBe(again?.raw.toString('utf8'));
  });

  it('has neither a sender nor bytes before it is sent', async () => {
    let release = (): void => undefined;
    const after = new Promise<void>((resolve) => (release = resolve));
    held = { to: 'message', status: 250, after };
    const email = await sent('known@client.example');
    const { body: copy } = await call('POST', `/${email.id}/resend`, { to: 'held@client.example' });
    expect(copy).toMatchObject({ sender: null, attachments: [] });
    expect((await call('GET', `/${copy.id}/source`)).status).toBe(404);
    release();
    await settled(copy.id);
    expect((await call('GET', `/${copy.id}/source`)).status).toBe(200);
  });

  it('lists its attachments, without their content', async () => {
    const note = { filename: 'a note.eml', contentType: 'message/rfc822', content: 'U3ViamVjdDogYQoKYgo=' };
    const email = await sent('files@client.example', { attachments: [FILE, note] });
    const sha256 = (content: string) =>
      createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex');
    expect(email.attachments).toEqual([
      { filename: 'offer.pdf', contentType: 'application/pdf', bytes: 8, sha256: sha256(FILE.content) },
      { filename: 'a note.eml', contentType: 'message/rfc822', bytes: 14, sha256: sha256(note.content) },
    ]);
    const source = await PostalMime.parse((await call('GET', `/${email.id}/source`)).text);
    expect(source.attachments.map(({ filename }) => filename)).toEqual(['offer.pdf', 'a note.eml']);
    expect(source.text).toContain('https://view.example/document/1');
    expect(JSON.stringify(source)).not.toContain('%PDF');
  });

  it('is available for a refused email, and for one that is retried', async () => {
    const refused = await sent('wrong-html@client.example');
    expect((await call('GET', `/${refused.id}/html`)).text).toContain('https://view.example/document/1');
    const later = await sent('later@client.example', { subject: 'Again' });
    expect(later).toMatchObject({ status: 'pending', subject: 'Again' });
    expect((await call('GET', `/${later.id}/html`)).status).toBe(200);
  });

  it('is not found for an unknown email or another partner’s', async () => {
    const { id } = await sent('own@client.example');
    for (const part of ['html', 'text', 'headers', 'source']) {
      expect((await call('GET', `/${id}/${part}`, undefined, stranger.key)).status).toBe(404);
      expect((await call('GET', `/nothing/${part}`)).status).toBe(404);
    }
    await app.database.query('DELETE FROM email_content WHERE email_id = $1', [id]);
    const gone = await call('GET', `/${id}/html`);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
    expect((await call('GET', `/${id}`)).body.subject).toBeNull();
    const resent = await call('POST', `/${id}/resend`, {});
    expect([resent.status, resent.body.code]).toEqual([409, 'content_gone']);
  });

  it('is erased with its document, including copies that were sent again', async () => {
    const { id } = await sent('erased@client.example', {}, { typeId: 'erased-1' });
    const { body: copy } = await call('POST', `/${id}/resend`, { to: 'erased-too@client.example' });
    await settled(copy.id);
    const kept = await sent('kept@client.example', {}, { typeId: 'kept-1' });
    const erased = await app.internal('DELETE', '/internal/document/erased-1');
    expect(erased.status).toBeLessThan(300);
    expect([await rowsOf(id), await rowsOf(copy.id)]).toEqual([[], []]);
    expect((await call('GET', `/${id}/html`)).status).toBe(404);
    expect((await call('GET', `/${kept.id}/html`)).status).toBe(200);
  });

  it('is removed with its day by retention', async () => {
    const owner = partner;
    partner = await app.partner();
    const { id } = await sent('aged@client.example');
    await age(app, partner.id, 12);
    await app.service!.get(RetentionService).run();
    expect(await rowsOf(id)).toEqual([]);
    const { rowCount } = await app.database.query('SELECT FROM email_content WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(rowCount).toBe(0);
    partner = owner;
  });

  it('is sent again to a corrected address, with attachments, as a separate email', async () => {
    const email = await sent(
      'wrong@client.example',
      { subject: 'Offer', attachments: [FILE], unsubscribeUrl: 'https://view.example/unsubscribe' },
      { id: 'evt-resent', typeId: 'resent-1' },
    );
    expect(email.status).toBe('failed');
    const answer = await call('POST', `/${email.id}/resend`, { to: 'right@client.example' });
    expect([answer.status, answer.body]).toMatchObject([
      202,
      {
        resendOf: email.id,
        to: 'right@client.example',
        subject: 'Offer',
        eventId: 'evt-resent',
        type: email.type,
        typeId: 'resent-1',
        companyId: email.companyId,
        kind: 'document',
      },
    ]);
    expect(answer.body.id).not.toBe(email.id);
    const [mail] = await mailsTo(relay, 'right@client.example');
    expect(mail?.parsed).toMatchObject({
      subject: 'Offer',
      messageId: `<${answer.body.id}@livery.example>`,
      attachments: [{ filename: 'offer.pdf' }],
    });
    expect(mail?.raw.toString()).toMatch(/^list-unsubscribe: <https:\/\/view\.example\/unsubscribe>/im);
    expect(await settled(answer.body.id)).toMatchObject({ status: 'succeeded', attemptCount: 1 });
    expect((await call('GET', `/${answer.body.id}/html`)).text).toBe(
      (await call('GET', `/${email.id}/html`)).text,
    );
    const ofDocument = (await call('GET', '?typeId=resent-1')).body.map(({ id }: Json) => id);
    expect(ofDocument).toEqual([answer.body.id, email.id]);
    // An email that was sent again can be sent again too, but not once its attachments are gone.
    const third = await call('POST', `/${answer.body.id}/resend`, {});
    expect([third.status, third.body.code]).toEqual([409, 'attachments_gone']);
  });

  it('is sent again to the same recipient, once for each Idempotency-Key', async () => {
    const { id } = await sent('twice@client.example');
    const options = { key: partner.key, headers: { 'idempotency-key': 'again-1' } };
    const [first, second] = [
      await app.request('POST', `/partner/email/${id}/resend`, options),
      await app.request('POST', `/partner/email/${id}/resend`, options),
    ];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.id).toBe(first.body.id);
    await settled(first.body.id);
    expect(relay.to('twice@client.example')).toHaveLength(2);
  });

  it('is not sent again while it is being sent, to an invalid address, or for read-only keys and other partners', async () => {
    const later = await sent('later-still@client.example');
    const pending = await call('POST', `/${later.id}/resend`, {});
    expect([pending.status, pending.body.code]).toEqual([409, 'email_pending']);
    const { id } = await sent('invalid@client.example');
    const invalid = await call('POST', `/${id}/resend`, { to: 'a@b.example, c@d.example' });
    expect([invalid.status, invalid.body.errors[0]]).toMatchObject([400, { pointer: '/to' }]);
    expect((await call('POST', `/${id}/resend`, { to: null })).status).toBe(400);
    expect((await call('POST', `/${id}/resend`, {}, stranger.key)).status).toBe(404);
    const reader = await app.internal('POST', `/internal/partner/${partner.id}/apiKey`, { scopes: ['read'] });
    expect((await call('POST', `/${id}/resend`, {}, reader.body.key)).status).toBe(403);
    expect(relay.to('invalid@client.example')).toHaveLength(1);
  });
});
