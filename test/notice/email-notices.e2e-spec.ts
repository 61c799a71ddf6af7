import { readFile } from 'node:fs/promises';
import { arrivalsOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { emailTo, loggedTo, mailsTo } from '../email/emails.js';
import { INTERNAL_TOKEN, type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { noticesSent, contactOf } from './notices.js';

const BOUNCE = new URL('../email/bounces/postfix.eml', import.meta.url);

describe('A partner', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let receiver: Receiver;
  let partner: TestPartner;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    receiver = await startReceiver();
    app = await startApp({
      ...(await relay.environment()),
      ...receiver.environment,
      BOUNCE_ADDRESS: 'bounce@livery.example',
    });
  });
  afterAll(async () => {
    await app.stop();
    await Promise.all([relay.stop(), receiver.stop()]);
  });
  beforeEach(async () => {
    partner = await app.partner();
    relay.mails.length = 0;
  });

  const bounce = async ({ from, to, parsed }: ReceivedMail) => {
    const text = (await readFile(BOUNCE, 'utf8'))
      .replaceAll('{{to}}', from)
      .replaceAll('{{recipient}}', to)
      .replaceAll('{{messageId}}', parsed.messageId ?? '')
      .replaceAll('\n', '\r\n');
    const headers = { 'content-type': 'message/rfc822' };
    const answer = await app.request('POST', '/internal/bounce', {
      key: INTERNAL_TOKEN,
      body: text,
      headers,
    });
    expect(answer.status).toBe(200);
  };
  const ask = (to: string, members: Json = {}, event: Json = {}) =>
    report(app, eventOf(partner, { emails: [emailTo(to, members)], ...event }));

  it('gets a notice about a template that fails, once a day', async () => {
    const { key } = partner;
    await contactOf(app, relay, partner, {
      email: 'templates@acme.example',
      notices: ['emailTemplate.fallback'],
    });
    const watcher = await subscribe(app, partner, receiver, {
      type: 'emailTemplate.fallback',
      includePaths: ['id', 'name'],
    });
    const data = `<p>Hello</p>${'{{#each client.n}}'.replaceAll('client', '@root.client').repeat(9)}x${'{{/each}}'.repeat(9)}`;
    const made = await app.request('POST', '/partner/emailTemplate', {
      key,
      body: { name: 'Autumn', type: 'html', parser: 'hbs', data },
    });
    await app.request('PUT', '/partner/emailTemplateAssignment/document', {
      key,
      body: { templateId: made.body.id },
    });
    const client = { n: Array.from({ length: 30 }, (_, index) => index) };
    for (const to of ['one@client.example', 'two@client.example']) await ask(to, { client });
    expect(await loggedTo(app, partner, 'two@client.example')).toMatchObject({ fallback: {} });
    const [mail] = await mailsTo(relay, 'templates@acme.example');
    await noticesSent(app);
    expect(relay.to('templates@acme.example')).toHaveLength(1);
    expect(mail?.parsed.subject).toBe('The template “Autumn” could not be used');
    const arrived = await arrivalsOf(receiver, watcher.id, 1);
    expect(arrived.map(({ json }) => json)).toMatchObject([
      {
        typeId: String(made.body.id),
        companyId: partner.companyId,
        data: { id: made.body.id, name: 'Autumn' },
      },
    ]);
    // A day later it is sent again.
    await app.database.query(
      `UPDATE notice SET created_at = created_at - interval '25 hours', mailed_at = now() - interval '25 hours'`,
    );
    await ask('three@client.example', { client });
    await mailsTo(relay, 'templates@acme.example', 2);
  });

  it('gets a notice about an email that bounces permanently, but not about a notice that does', async () => {
    // These were not requested, so they are not among the 20 of the hour.
    await app.database.query(
      `SELECT write_notices(json_agg(json_build_object('partner_id', $1::int, 'name', 'email.bounced', 'object_id',
         gen_random_uuid(), 'life', 0, 'company_id', $2::int, 'facts', json_build_object('code', '5.1.1'))))
       FROM generate_series(1, 20)`,
      [partner.id, partner.companyId],
    );
    const { rows: unwanted } = await app.database.query<{ id: string }>(
      `UPDATE notice SET created_at = created_at - interval '6 seconds' WHERE partner_id = $1 RETURNING id`,
      [partner.id],
    );
    await noticesSent(app);
    await contactOf(app, relay, partner, {
      email: 'bounces@acme.example',
      notices: ['email.bounced'],
      language: 'sv',
    });
    const watcher = await subscribe(app, partner, receiver, { type: 'email.bounced', includePaths: ['*'] });
    await ask('gone@client.example', {}, { typeId: 'doc-erased' });
    const [sent] = await mailsTo(relay, 'gone@client.example');
    if (sent === undefined) throw new Error('No email arrived.');
    await bounce(sent);
    await bounce(sent);
    const [notice] = await mailsTo(relay, 'bounces@acme.example');
    if (notice === undefined) throw new Error('No notice arrived.');
    expect(notice.parsed.subject).toBe('Mejlet till g…@client.example kom inte fram');
    const [{ json }] = (await arrivalsOf(receiver, watcher.id, 1)) as [Json];
    expect(json).toMatchObject({
      companyId: partner.companyId,
      data: { id: json.typeId, to: 'gone@client.example', status: 'bounced', bounce: { status: '5.1.1' } },
    });
    await bounce(notice);
    await noticesSent(app);
    expect(relay.mails.map(({ to }) => to)).toEqual(['gone@client.example', 'bounces@acme.example']);
    expect(receiver.requests.filter(({ json: body }) => body.sourceId === watcher.id)).toHaveLength(1);
    // The event contains the address, and is removed with the document.
    await app.internal('DELETE', '/internal/document/doc-erased');
    const left = await eventually(
      async () => (await app.request('GET', '/partner/event', { key: partner.key })).body,
      () => true,
    );
    expect(left).toEqual([]);
    const { rows } = await app.database.query(
      'SELECT FROM notice WHERE partner_id = $1 AND NOT id = ANY ($2)',
      [partner.id, unwanted.map(({ id }) => id)],
    );
    expect(rows).toEqual([]);
  });

  it('gets no notices from the document service', async () => {
    const answer = await app.internal('POST', '/internal/event', eventOf(partner, { type: 'email.bounced' }));
    expect([answer.status, answer.body.errors]).toMatchObject([
      400,
      [{ pointer: '/type', code: 'not_allowed' }],
    ]);
  });
});
