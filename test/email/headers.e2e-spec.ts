import { eventOf, report } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const COMPANY = { name: 'Kitchen & "Works" <Ltd>' };
const DEFAULT_SUBJECT = 'Kitchen & "Works" <Ltd> has sent you a document';

describe('The headers of an assignment', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let templateId: number;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({ ...(await relay.environment()), RENDER_SEND_TIMEOUT_MS: '1000' });
  });
  beforeEach(async () => {
    partner = await app.partner();
    const body = { type: 'html', data: '<html><body><p>literal {{subject}}</p></body></html>' };
    templateId = (await app.request('POST', '/partner/emailTemplate', { key: partner.key, body })).body.id;
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  async function assign(headers: Json): Promise<void> {
    const options = { key: partner.key, body: { templateId, ...headers } };
    const answer = await app.request('PUT', '/partner/emailTemplateAssignment/document', options);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  }

  async function mailFor(to: string, members: Json = {}, event: Json = {}): Promise<ReceivedMail> {
    await report(app, eventOf(partner, { emails: [emailTo(to, members)], company: COMPANY, ...event }));
    const [mail] = await mailsTo(relay, to);
    if (mail === undefined) throw new Error(`There is no email to ${to}.`);
    return mail;
  }

  it('are rendered as plain text for any parser of the template', async () => {
    await assign({
      subject: 'Re: {{subject}} – {{company.name}}',
      fromName: '{{company.name}} via Acme{{#if (eq language "en")}}, in English{{/if}}',
      replyTo: 'kontor@exämple.example',
    });
    const { parsed, raw, from } = await mailFor('plain@client.example');
    expect(parsed.subject).toBe(
      'Re: Kitchen & "Works" <Ltd> has sent you a document: Offer – Kitchen & "Works" <Ltd>',
    );
    expect(parsed.from).toEqual({
      name: 'Kitchen & "Works" <Ltd> via Acme, in English',
      address: 'documents@livery.example',
    });
    expect(from).toBe('documents@livery.example');
    expect(raw.toString()).toMatch(/^Reply-To: \S*kontor@xn--exmple-cua\.example/im);
    expect(parsed.html).toContain('literal {{subject}}');
    expect(parsed.html).toMatch(/<title>Re: Kitchen &amp; "Works" &lt;Ltd&gt;/);
  });

  it('are overridden by the subject of the request', async () => {
    await assign({ subject: 'Of the assignment', fromName: 'Acme' });
    const { parsed } = await mailFor('given@client.example', { subject: 'Of the {{request}}' });
    expect([parsed.subject, parsed.from?.name]).toEqual(['Of the {{request}}', 'Acme']);
    const blank = await mailFor('blank@client.example', { subject: ' \u00a0 ' });
    expect(blank.parsed.subject).toBe('Of the assignment');
  });

  it('are available to the template as a variable', async () => {
    const body = { parser: 'hbs', data: '<html><body><p>About: {{subject}}</p></body></html>' };
    await app.request('PUT', `/partner/emailTemplate/${templateId}`, { key: partner.key, body });
    await assign({ subject: 'Offer {{document.id}}' });
    const { parsed } = await mailFor('variable@client.example', {}, { data: { id: '42' } });
    expect(parsed.subject).toBe('Offer 42');
    expect(parsed.html).toContain('About: Offer 42');
  });

  it('stay one header each with any values', async () => {
    await assign({ subject: '{{clientFirstName}}{{document.note}}', fromName: '{{document.note}}' });
    const note = `Ada\r\nBcc: x@evil.example\n\u2028Subject: other ${'x'.repeat(2_000)}`;
    const { parsed, raw } = await mailFor('injected@client.example', {}, { data: { note } });
    expect(parsed.subject).toMatch(/^Ada Bcc: x@evil\.example Subject: other x+…$/);
    expect(Array.from(parsed.subject ?? '')).toHaveLength(255);
    expect(parsed.from?.name).toMatch(/^Ada Bcc: x@evil\.example Subject: other x+…$/);
    const head = raw.subarray(0, raw.indexOf('\r\n\r\n')).toString('latin1');
    expect(head).not.toMatch(/^bcc:/im);
    expect(head.match(/^subject:/gim)).toHaveLength(1);
  });

  it('are replaced by the default ones if they are empty', async () => {
    await assign({ subject: '{{document.missing}} ', fromName: '{{document.missing}}' });
    const { parsed } = await mailFor('empty@client.example');
    expect(parsed.subject).toBe(`${DEFAULT_SUBJECT}: Offer`);
    expect(parsed.from?.name).toBe(COMPANY.name);
  });

  it('are replaced by the default ones if they fail, and the log names the header', async () => {
    const deep = '{{#each document.n}}'.repeat(9) + 'x' + '{{/each}}'.repeat(9);
    const lines = deep.replaceAll('document.n', '@root.document.n');
    await assign({ subject: lines, fromName: 'Acme' });
    const n = Array.from({ length: 30 }, (_, index) => index);
    const { parsed } = await mailFor('hurt@client.example', {}, { data: { n } });
    expect(parsed.subject).toBe(DEFAULT_SUBJECT);
    expect(parsed.from?.name).toBe('Acme');
    expect(parsed.html).toContain('literal');
    expect(await loggedTo(app, partner, 'hurt@client.example')).toMatchObject({
      status: 'succeeded',
      templateId,
      fallback: { templateId, part: 'subject', code: 'output_too_large' },
    });
  });

  it('are ignored while their template is deleted', async () => {
    await assign({ subject: 'Of the assignment', replyTo: 'office@acme.example' });
    await app.request('DELETE', `/partner/emailTemplate/${templateId}`, { key: partner.key });
    const { parsed, raw } = await mailFor('skipped@client.example');
    expect(parsed.subject).toBe(`${DEFAULT_SUBJECT}: Offer`);
    expect(raw.toString()).not.toMatch(/^reply-to:/im);
  });
});
