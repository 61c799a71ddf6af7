import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { startApp, TestApp, type TestPartner } from '../support/app.js';
import { type ReceivedMail, SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

const RETRIES = 3;

describe('An email', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;

  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({
      ...(await relay.environment()),
      EMAIL_RETRY_SCHEDULE: Array.from({ length: RETRIES }, () => '50').join(),
    });
    partner = await app.partner();
  });

  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  /** Sends an email with an event of the partner's company. */
  async function ask(to: string, members: Readonly<Record<string, unknown>> = {}, event = {}) {
    await report(app, eventOf(partner, { emails: [emailTo(to, members)], ...event }));
  }

  it('arrives over TLS with text, HTML, headers and attachments', async () => {
    // A full line of base64, after which PostgreSQL breaks the line.
    const pdf = Buffer.from('%PDF-1.7 ÿ not really'.padEnd(56, '.'));
    await ask(
      'ada@client.example',
      {
        language: 'sv',
        subject: 'Offert: köksrenovering – 12 000 kr',
        content: 'Här är offerten.',
        unsubscribeUrl: 'https://view.example/unsubscribe/1?a=b c'.replace(' ', '%20'),
        attachments: [
          { filename: 'offert å.pdf', contentType: 'application/pdf', content: pdf.toString('base64') },
          { filename: 'a.txt', contentType: 'text/plain', content: 'w6XDpMO2' },
        ],
      },
      { company: { name: 'Köksbygget "Å" AB' } },
    );
    const [mail] = (await mailsTo(relay, 'ada@client.example')) as [ReceivedMail];
    const logged = await loggedTo(app, partner, 'ada@client.example');
    expect(mail).toMatchObject({ from: 'documents@livery.example', isSecure: true });
    expect(mail.parsed).toMatchObject({
      from: { name: 'Köksbygget "Å" AB', address: 'documents@livery.example' },
      to: [{ address: 'ada@client.example' }],
      subject: 'Offert: köksrenovering – 12 000 kr',
      messageId: `<${logged.id}@livery.example>`,
    });
    expect(mail.parsed.text).toContain('Här är offerten.');
    expect(mail.parsed.text).toContain('https://view.example/document/1');
    expect(mail.parsed.html).toContain('Här är offerten.');
    expect(mail.parsed.html).toMatch(/<html[^>]* lang="sv"/);
    const headers = new Map(mail.parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://view.example/unsubscribe/1?a=b%20c>');
    // The service can only promise that a POST unsubscribes if the page is its own.
    expect(headers.get('list-unsubscribe-post')).toBeUndefined();
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000);
    expect(
      mail.parsed.attachments.map(({ filename, mimeType, content }) => [
        filename,
        mimeType,
        Buffer.from(content as ArrayBuffer).toString(),
      ]),
    ).toEqual([
      ['offert å.pdf', 'application/pdf', pdf.toString()],
      ['a.txt', 'text/plain', 'åäö'],
    ]);
    // Every header line is ASCII and no longer than mail servers accept.
    const head = mail.raw.subarray(0, mail.raw.indexOf('\r\n\r\n')).toString('latin1');
    expect(head).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(Math.max(...head.split('\r\n').map(({ length }) => length))).toBeLessThan(998);
    expect(logged).toMatchObject({
      kind: 'document',
      to: 'ada@client.example',
      language: 'sv',
      status: 'succeeded',
      templateId: null,
      fallback: null,
      attemptCount: 1,
      lastStatus: 250,
      lastError: null,
      attempts: [{ number: 1, status: 250, error: null, answer: expect.stringContaining('250') }],
    });
  });

  it('keeps its attachments no longer than it needs them', async () => {
    const { rows } = await app.database.query('SELECT count(*)::int AS count FROM email_attachment');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('that is a receipt mentions an attachment only if there is one, and has no unsubscribe link', async () => {
    const links = {
      documentLink: { href: 'https://view.example/1' },
      pdfLink: { href: 'https://view.example/1.pdf' },
    };
    const receipt = { kind: 'clientPdf', to: 'pdf@client.example', language: 'en', ...links };
    const file = { filename: 'a.pdf', contentType: 'application/pdf', content: 'JVBERi0xLjQ=' };
    const attached = { ...receipt, to: 'attached@client.example', attachments: [file] };
    await report(app, eventOf(partner, { emails: [receipt, attached] }));
    const [mail] = await mailsTo(relay, 'pdf@client.example');
    expect(mail?.parsed.text).toContain('https://view.example/1.pdf');
    expect(mail?.parsed.text).not.toContain('The document is attached as a PDF.');
    const [withFile] = await mailsTo(relay, 'attached@client.example');
    expect(withFile?.parsed.text).toContain('The document is attached as a PDF.');
    expect(mail?.parsed.from).toEqual({ name: 'Test partner', address: 'documents@livery.example' });
    expect(mail?.raw.toString()).not.toMatch(/list-unsubscribe/i);
  });

  it('is retried after a temporary refusal, with the same Message-ID', async () => {
    relay.answer = (to, n) =>
      to === 'grey@client.example' && n < 3
        ? { to: 'recipient', status: 451, words: 'Greylisted' }
        : undefined;
    await ask('grey@client.example');
    const logged = await loggedTo(app, partner, 'grey@client.example');
    expect(logged).toMatchObject({
      status: 'succeeded',
      attemptCount: 3,
      attempts: [
        { number: 1, status: 451, error: 'status', answer: expect.stringContaining('Greylisted') },
        { number: 2, status: 451, error: 'status' },
        { number: 3, status: 250, error: null },
      ],
    });
    expect(relay.to('grey@client.example')).toHaveLength(1);
  });

  it('is retried only as planned after its recipient’s domain ends a session that was open before', async () => {
    await ask('before@client.example');
    await loggedTo(app, partner, 'before@client.example');
    relay.answer = (to, n) =>
      to === 'busy@client.example' && n === 1
        ? { to: 'recipient', status: 421, words: '4.7.0 Try again later' }
        : undefined;
    await ask('busy@client.example');
    expect(await loggedTo(app, partner, 'busy@client.example')).toMatchObject({
      status: 'succeeded',
      attempts: [
        { number: 1, status: 421, error: 'status', answer: expect.stringContaining('Try again later') },
        { number: 2, status: 250 },
      ],
    });
  });

  it('fails when temporary refusals outlast the schedule, without affecting anything else', async () => {
    relay.answer = (to) => (to === 'full@client.example' ? { to: 'message', status: 452 } : undefined);
    await ask('full@client.example');
    const logged = await loggedTo(app, partner, 'full@client.example');
    expect(logged).toMatchObject({
      status: 'failed',
      attemptCount: RETRIES + 1,
      lastStatus: 452,
      nextAttemptAt: null,
    });
    await ask('next@client.example');
    await mailsTo(relay, 'next@client.example');
  });

  it('fails when it is refused permanently, with the mail server’s answer', async () => {
    relay.answer = (to) =>
      to === 'gone@client.example'
        ? { to: 'recipient', status: 550, words: `No such user ${'x'.repeat(2_000)}\u0007` }
        : undefined;
    await ask('gone@client.example');
    const logged = await loggedTo(app, partner, 'gone@client.example');
    expect(logged).toMatchObject({ status: 'failed', attemptCount: 1, lastStatus: 550, lastError: 'status' });
    expect(logged.attempts[0].answer).toMatch(/^550 .*No such user x+$/);
    expect(logged.attempts[0].answer).toHaveLength(1_000);
  });

  it('that may have been accepted before the connection broke is sent again with the same Message-ID', async () => {
    relay.answer = (to, n) => (to === 'lost@client.example' && n === 1 ? { to: 'message' } : undefined);
    await ask('lost@client.example');
    const mails = await mailsTo(relay, 'lost@client.example', 2);
    expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
    expect(await loggedTo(app, partner, 'lost@client.example')).toMatchObject({
      status: 'succeeded',
      attempts: [
        { number: 1, status: null, error: 'connect' },
        { number: 2, status: 250 },
      ],
    });
  });

  it('cannot inject headers', async () => {
    const evil = 'Evil\r\nBcc: x@evil.example\r\n\r\n<script>';
    await ask('safe@client.example', {}, { company: { name: evil } });
    const [mail] = await mailsTo(relay, 'safe@client.example');
    expect(mail?.parsed.from?.name).toBe('Evil Bcc: x@evil.example <script>');
    expect(mail?.parsed.headers.map(({ key }) => key)).not.toContain('bcc');
    const attachment = { contentType: 'text/plain', content: 'QQ==' };
    const wrong = eventOf(partner, {
      emails: [
        emailTo('safe@client.example\r\nBcc: x@evil.example'),
        emailTo('safe@client.example', { subject: evil }),
        emailTo('safe@client.example', { attachments: [{ ...attachment, filename: 'a\r\nb: c' }] }),
        emailTo('safe@client.example', {
          attachments: [{ ...attachment, filename: 'a', contentType: 'a/b\r\nc: d' }],
        }),
        emailTo('safe@client.example', { unsubscribeUrl: 'https://x.example/\r\nb: c' }),
      ],
    });
    const answer = await app.internal('POST', '/internal/event', wrong);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(5);
  });

  it('names sender and document in its subject, and its subject in its title, unless they are given', async () => {
    const data = { data: { name: 'Offer <1042>' } };
    await ask('named@client.example', { language: 'en' }, { company: { name: 'Kitchen Works' }, data });
    const [mail] = await mailsTo(relay, 'named@client.example');
    expect(mail?.parsed.subject).toBe('Kitchen Works has sent you a document: Offer <1042>');
    const title = 'Kitchen Works has sent you a document: Offer &lt;1042&gt;';
    expect(mail?.parsed.html).toContain(`<title>${title}</title>`);
    expect(mail?.parsed.text).not.toMatch(/\n\s*\n\s*\n/);

    const { key } = partner;
    const template = { type: 'html', data: '<html><head></head><body><p>Hello</p></body></html>' };
    const created = await app.request('POST', '/partner/emailTemplate', { key, body: template });
    const { id: templateId } = created.body;
    const companyId = 4_711;
    await app.internal('PUT', `/internal/partner/${partner.id}/company/${companyId}`);
    const body = { templateId, companyId };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', { key, body });
    await ask('titled@client.example', { subject: 'Ours & yours' }, { companyId });
    const [titled] = await mailsTo(relay, 'titled@client.example');
    expect(titled?.parsed.html).toContain('<head><title>Ours &amp; yours</title></head>');
  });

  it('goes to addresses that are not ASCII', async () => {
    await ask('åsa@exämple.example');
    const [mail] = await eventually(
      async () => relay.mails.filter(({ to }) => to.startsWith('åsa@')),
      ({ length }) => length === 1,
    );
    expect(mail?.parsed.to?.[0]?.address).toMatch(/^åsa@(?:exämple|xn--exmple-cua)\.example$/);
  });

  it('is rendered with the partner’s template, and with the default one if that fails', async () => {
    const { key } = partner;
    const data =
      '<html><body>Dear {{clientFirstName}}{{#if (lookup client "hurts")}}{{#each client.hurts}}{{#each ../client.hurts}}{{#each ../../client.hurts}}{{#each ../../../client.hurts}}x{{/each}}{{/each}}{{/each}}{{/each}}{{/if}}</body></html>';
    const template = await app.request('POST', '/partner/emailTemplate', {
      key,
      body: { type: 'html', parser: 'hbs', data },
    });
    expect(template.status).toBe(201);
    const templateId: number = template.body.id;
    await app.request('PUT', '/partner/emailTemplateAssignment/document', { key, body: { templateId } });
    await ask('own@client.example', { clientFirstName: 'Ada' });
    const [own] = await mailsTo(relay, 'own@client.example');
    expect(own?.parsed.html).toContain('Dear Ada');
    expect(await loggedTo(app, partner, 'own@client.example')).toMatchObject({ templateId, fallback: null });

    await ask('hurt@client.example', {
      client: { hurts: Array.from({ length: 90 }, (_, number) => number) },
    });
    const [hurt] = await mailsTo(relay, 'hurt@client.example');
    expect(hurt?.parsed.html).toContain('https://view.example/document/1');
    expect(await loggedTo(app, partner, 'hurt@client.example')).toMatchObject({
      status: 'succeeded',
      templateId: null,
      fallback: { templateId, code: expect.any(String), message: expect.any(String) },
    });
    await app.request('DELETE', '/partner/emailTemplateAssignment/document', { key });
  });

  it('has its own part of a template for both kinds', async () => {
    const { key } = partner;
    const data = `<mjml><mj-body>
      {{#if (eq templateType "document")}}<mj-section background-color="#eeeeee">{{else}}<mj-section>{{/if}}<mj-column>
        {{#if (eq templateType "document")}}
          <mj-text>{{#if (eq language "sv")}}Läs{{else}}Read{{/if}} it</mj-text><mj-button href="{{link.href}}">Go</mj-button>
        {{else if (eq templateType "clientPdf")}}
          <mj-text>Your receipt</mj-text><mj-button href="{{pdfLink.href}}">PDF</mj-button>
        {{/if}}
      </mj-column></mj-section>
      {{#unless (eq templateType "clientPdf")}}<mj-section><mj-column><mj-text>Unsubscribe</mj-text></mj-column></mj-section>{{/unless}}
    </mj-body></mjml>`;
    const body = { type: 'mjml', parser: 'hbs', data };
    const template = await app.request('POST', '/partner/emailTemplate', { key, body });
    expect([template.status, template.body.errors]).toEqual([201, undefined]);
    const templateId: number = template.body.id;
    for (const kind of ['document', 'clientPdf']) {
      const path = `/partner/emailTemplateAssignment/${kind}`;
      await app.request('PUT', path, { key, body: { templateId } });
    }
    const pdfLink = { href: 'https://view.example/1.pdf' };
    const emails = [
      emailTo('document-en@client.example', { language: 'en' }),
      emailTo('document-sv@client.example', { language: 'sv' }),
      { kind: 'clientPdf', to: 'receipt@client.example', language: 'sv', pdfLink },
    ];
    await report(app, eventOf(partner, { emails }));
    const textTo = async (to: string) => {
      expect(await loggedTo(app, partner, to)).toMatchObject({ templateId, fallback: null });
      return (await mailsTo(relay, to))[0]?.parsed.text?.replaceAll(/\s+/g, ' ').trim();
    };
    const link = '<https://view.example/document/1>';
    expect(await textTo('document-en@client.example')).toBe(`Read it Go ${link} Unsubscribe`);
    expect(await textTo('document-sv@client.example')).toBe(`Läs it Go ${link} Unsubscribe`);
    expect(await textTo('receipt@client.example')).toBe('Your receipt PDF <https://view.example/1.pdf>');
    for (const kind of ['document', 'clientPdf']) {
      await app.request('DELETE', `/partner/emailTemplateAssignment/${kind}`, { key });
    }
  });

  it('is sent for a company without a partner too', async () => {
    const nobody = { id: 0, key: '', companyId: 888_001 };
    await report(app, eventOf(nobody, { emails: [emailTo('nobody@client.example')] }));
    expect((await mailsTo(relay, 'nobody@client.example'))[0]?.parsed.html).toContain('<html');
  });
});
