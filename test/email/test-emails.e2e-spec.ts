import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { mailsTo } from './emails.js';

describe('A test of an email template', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let templateId: number;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp(await relay.environment());
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  beforeEach(async () => {
    partner = await app.partner();
    const template = await call('POST', '/partner/emailTemplate', {
      type: 'html',
      parser: 'hbs',
      data: '<p>Hello {{clientFirstName}}</p>',
    });
    templateId = template.body.id;
  });

  const call = (method: string, path: string, body?: Json) =>
    app.request(method, path, { key: partner.key, ...(body !== undefined && { body }) });
  const send = (members: Json) =>
    call('POST', `/partner/emailTemplate/${templateId}/test`, {
      kind: 'document',
      language: 'en',
      ...members,
    });

  /** A contact that has followed the link in its confirmation email. */
  async function confirmed(email: string): Promise<string> {
    await call('POST', '/partner/contact', { email, language: 'en' });
    const [mail] = await mailsTo(relay, email);
    const link = /https?:\/\/\S+\/contact\/confirmation\/\S+/.exec(mail?.parsed.text ?? '')?.[0];
    await app.request('GET', new URL(link ?? '').pathname);
    return email;
  }

  const isOf = ({ parsed }: ReceivedMail, emailId: string) => parsed.messageId?.includes(emailId);

  it('goes to a confirmed contact, and is marked in the log', async () => {
    const to = await confirmed('one@acme.example');
    const sent = await send({ to, data: { clientFirstName: 'Grace' } });
    expect([sent.status, sent.body]).toEqual([202, { emailId: expect.any(String) }]);
    const mails = await mailsTo(relay, to, 2);
    expect(mails.at(-1)?.parsed.html).toContain('Hello Grace');
    const logged = await call('GET', `/partner/email/${sent.body.emailId}`);
    expect(logged.body).toMatchObject({ to, kind: 'document', test: true });
  });

  it('has the headers of the assignment of the template', async () => {
    const to = await confirmed('six@acme.example');
    const data = '<title>{{subject}}</title><p>{{subject}}</p>';
    await call('PUT', `/partner/emailTemplate/${templateId}`, { data });
    const assign = (language: string, subject: string) =>
      call('PUT', '/partner/emailTemplateAssignment/document', {
        templateId,
        language,
        subject,
        fromName: '{{company.name}} by Acme',
        replyTo: 'office@acme.example',
      });
    await assign('sv', 'Hej {{clientFirstName}}');
    await assign('en', 'For {{clientFirstName}} & all');
    const sent = [
      await send({ to, data: { clientFirstName: 'Grace' } }),
      await send({ to, data: { subject: 'Given' } }),
      await send({ to, kind: 'clientPdf' }),
    ];
    // They are sent at the same time, and arrive in any order.
    const mails = await mailsTo(relay, to, 4);
    const [own, given, other] = sent.map(({ body }) => mails.find((mail) => isOf(mail, body.emailId)));
    expect(own?.parsed).toMatchObject({
      subject: 'For Grace & all',
      from: { name: expect.stringMatching(/ by Acme$/) },
      replyTo: [{ address: 'office@acme.example' }],
    });
    expect(own?.parsed.html).toContain('<p>For Grace &amp; all</p>');
    expect(given?.parsed).toMatchObject({ subject: 'Given', replyTo: [{ address: 'office@acme.example' }] });
    expect(other?.parsed.replyTo).toBeUndefined();
    expect(other?.parsed.subject).not.toBe('For Grace & all');
  });

  it('sends the draft on request', async () => {
    const to = await confirmed('two@acme.example');
    expect((await send({ to, draft: true })).status).toBe(404);
    await call('PUT', `/partner/emailTemplate/${templateId}/draft`, { data: '<p>Draft</p>' });
    expect((await send({ to, draft: true })).status).toBe(202);
    const mails = await mailsTo(relay, to, 2);
    expect(mails.at(-1)?.parsed.html).toContain('Draft');
    await call('PUT', `/partner/emailTemplate/${templateId}/draft`, { data: '{{#if}' });
    expect((await send({ to, draft: true })).status).toBe(422);
  });

  it('is refused for an unconfirmed contact, and for a contact of another partner', async () => {
    await call('POST', '/partner/contact', { email: 'three@acme.example', language: 'en' });
    for (const to of ['three@acme.example', 'stranger@acme.example']) {
      const refused = await send({ to });
      expect([refused.status, refused.body.code]).toEqual([422, 'contact_not_confirmed']);
    }
    const to = await confirmed('four@acme.example');
    const owner = partner;
    partner = await app.partner();
    expect((await send({ to })).status).toBe(404);
    partner = owner;
  });

  it('is refused after twenty in an hour', async () => {
    const to = await confirmed('five@acme.example');
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await send({ to })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
  });

  it('is refused with every invalid member', async () => {
    const refused = await send({ to: 'x', kind: 'letter', language: 'de', data: [], draft: 'yes', more: 1 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ pointer }: Json) => pointer)).toEqual([
      '/to',
      '/kind',
      '/language',
      '/data',
      '/draft',
      '/more',
    ]);
  });
});
