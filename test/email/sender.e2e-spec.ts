import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { eventOf, report } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { verifyDkim } from '../support/dkim.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const other = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const short = generateKeyPairSync('rsa', { modulusLength: 512 });
const ed25519 = generateKeyPairSync('ed25519');

const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' = 'pkcs8') =>
  key.export({ type, format: 'pem' }).toString();
const published = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64');

const DKIM = { domain: 'acme.example', selector: 'livery1', privateKey: pem(rsa.privateKey) };
const SENDER = { from: 'documents@mail.acme.example', dkim: DKIM };
const MASKED = { ...SENDER, dkim: { ...DKIM, privateKey: '********' }, updatedAt: expect.any(String) };

describe('The sender of a partner', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({
      ...(await relay.environment()),
      EMAIL_RETRY_SCHEDULE: '50,50',
      PUBLIC_URL: 'https://livery.example',
    });
  });
  beforeEach(async () => void (partner = await app.partner()));
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  const path = () => `/internal/partner/${partner.id}/sender`;
  const put = (body: unknown) => app.internal('PUT', path(), body);
  const send = async (to: string, event = {}): Promise<ReceivedMail> => {
    await report(app, eventOf(partner, { emails: [emailTo(to)], ...event }));
    const [mail] = await mailsTo(relay, to);
    if (mail === undefined) throw new Error('No email arrived.');
    return mail;
  };

  it('is set, read without its key, sent back unchanged, changed and removed', async () => {
    expect((await app.internal('GET', path())).status).toBe(404);
    const created = await put(SENDER);
    expect([created.status, created.body]).toEqual([201, MASKED]);
    expect(created.headers.get('location')).toBe(path());
    const read = await app.internal('GET', path());
    expect(read.body).toEqual(created.body);
    const again = await put(read.body);
    expect([again.status, again.body]).toEqual([200, read.body]);
    expect(again.headers.get('etag')).toBe(created.headers.get('etag'));
    const changed = await put({ ...SENDER, dkim: { ...DKIM, privateKey: pem(other.privateKey, 'pkcs1') } });
    expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
    expect((await put({ from: SENDER.from })).body).toMatchObject({ from: SENDER.from, dkim: null });
    expect((await app.internal('DELETE', path())).status).toBe(204);
    expect((await app.internal('DELETE', path())).status).toBe(404);
    expect((await app.internal('PUT', '/internal/partner/999999/sender', SENDER)).status).toBe(404);
  });

  it('is stored with its private key sealed', async () => {
    await put(SENDER);
    const { rows } = await app.database.query('SELECT * FROM partner_sender WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(rows[0].sealed_dkim_key).toMatch(/^test\.[\w-]+$/);
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
  });

  it('changes only in the state that If-Match names', async () => {
    const { headers } = await put(SENDER);
    const conditional = (method: string, tag: string, body?: object) =>
      app.request(method, path(), {
        headers: { authorization: 'Bearer internal-token-of-the-tests', 'if-match': tag },
        ...(body && { body }),
      });
    expect((await conditional('PUT', '"other"', { from: SENDER.from })).status).toBe(412);
    expect((await conditional('DELETE', '"other"')).status).toBe(412);
    expect((await conditional('DELETE', headers.get('etag') ?? '')).status).toBe(204);
    expect((await conditional('PUT', '*', SENDER)).status).toBe(412);
  });

  it.each<[object, string[]]>([
    [{}, ['/from required']],
    [{ from: 'Acme <a@acme.example>', dkim: 7 }, ['/dkim wrong_type', '/from invalid_address']],
    [{ from: 'å@acme.example' }, ['/from invalid_address']],
    [
      { from: 'a@acme.example', dkim: {}, name: 'x' },
      [
        '/dkim/domain required',
        '/dkim/privateKey required',
        '/dkim/selector required',
        '/name unknown_member',
      ],
    ],
    [
      { from: 'a@acme.example', dkim: { domain: 'acme', selector: 'a b', privateKey: 'x', keep: 1 } },
      [
        '/dkim/domain invalid_domain',
        '/dkim/keep unknown_member',
        '/dkim/privateKey invalid_key',
        '/dkim/selector invalid_domain',
      ],
    ],
    [{ ...SENDER, dkim: { ...DKIM, privateKey: '********' } }, ['/dkim/privateKey required']],
    [{ ...SENDER, dkim: { ...DKIM, privateKey: pem(short.privateKey) } }, ['/dkim/privateKey invalid_key']],
    [{ ...SENDER, dkim: { ...DKIM, privateKey: pem(ed25519.privateKey) } }, ['/dkim/privateKey invalid_key']],
    [
      { ...SENDER, dkim: { ...DKIM, privateKey: rsa.publicKey.export({ type: 'spki', format: 'pem' }) } },
      ['/dkim/privateKey invalid_key'],
    ],
  ])('is refused with every fault at its member: %#', async (body, problems) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    const found = answer.body.errors.map(
      ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
    );
    expect(found.sort()).toEqual(problems);
  });

  it('is in From, envelope and Message-ID, and signs what recipients and one-click unsubscribing rely on', async () => {
    await put(SENDER);
    const mail = await send('signed@client.example', { company: { name: 'Åkes Bygg' } });
    const logged = await loggedTo(app, partner, 'signed@client.example');
    expect(mail.from).toBe(SENDER.from);
    expect(mail.parsed).toMatchObject({
      from: { name: 'Åkes Bygg', address: SENDER.from },
      messageId: `<${logged.id}@mail.acme.example>`,
    });
    const verdict = verifyDkim(mail.raw, published(rsa.publicKey));
    expect(verdict).toMatchObject({
      domain: 'acme.example',
      selector: 'livery1',
      isBodyIntact: true,
      isValid: true,
    });
    for (const name of [
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ]) {
      expect(verdict?.signed).toContain(name);
    }
    expect(verifyDkim(mail.raw, published(other.publicKey))).toMatchObject({ isValid: false });
    expect(logged.sender).toEqual({
      address: SENDER.from,
      dkim: { domain: 'acme.example', selector: 'livery1' },
    });
    const source = await app.request('GET', `/partner/email/${logged.id}/source`, { key: partner.key });
    expect(verifyDkim(Buffer.from(source.text), published(rsa.publicKey))).toMatchObject({ isValid: true });
    const altered = Buffer.from(mail.raw.toString('latin1').replace('Subject: ', 'Subject: x'), 'latin1');
    expect(verifyDkim(altered, published(rsa.publicKey))).toMatchObject({ isValid: false });
  });

  it('without a key sends unsigned emails, and emails without a sender come from MAIL_FROM with the partner’s name', async () => {
    await put({ from: 'plain@acme.example' });
    const plain = await send('plain@client.example');
    expect([plain.from, verifyDkim(plain.raw, '')]).toEqual(['plain@acme.example', null]);
    await app.internal('DELETE', path());
    const ours = await send('ours@client.example');
    expect(ours.parsed.from).toEqual({ name: 'Test partner', address: 'documents@livery.example' });
    expect(ours.from).toBe('documents@livery.example');
  });

  it('that the relay refuses delays only that partner’s emails, which are retried', async () => {
    await put({ from: 'refused@acme.example' });
    relay.answerToSender = (sender) => (sender === 'refused@acme.example' ? 550 : undefined);
    await report(app, eventOf(partner, { emails: [emailTo('waits@client.example')] }));
    expect(await loggedTo(app, partner, 'waits@client.example')).toMatchObject({
      status: 'failed',
      attemptCount: 3,
      lastStatus: 550,
    });
    const others = await app.partner();
    await report(app, eventOf(others, { emails: [emailTo('unharmed@client.example')] }));
    await mailsTo(relay, 'unharmed@client.example');
    relay.answerToSender = () => undefined;
  });
});
