import { eventOf, report } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, loggedTo, mailsTo } from './emails.js';

describe('An email whose template includes snippets', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp(await relay.environment());
    partner = await app.partner();
  });
  afterAll(async () => {
    await app.stop();
    await relay.stop();
  });

  async function save(method: string, path: string, body: object): Promise<number> {
    const answer = await app.request(method, `/partner/${path}`, { key: partner.key, body });
    expect([answer.status, answer.body.errors]).toEqual([method === 'POST' ? 201 : 200, undefined]);
    return answer.body.id;
  }

  async function sentTo(to: string): Promise<string> {
    const emails = [emailTo(to, { language: 'sv', clientFirstName: 'Ada' })];
    const data = { id: 'doc-1', total: 1234.5, createdAt: '2026-11-22T10:00:00Z' };
    await report(app, eventOf(partner, { emails, data }));
    const [mail] = await mailsTo(relay, to);
    expect(await loggedTo(app, partner, to)).toMatchObject({ status: 'succeeded', fallback: null });
    return mail?.parsed.text?.replace(/\s+/g, ' ') ?? '';
  }

  it('arrives with their texts, and with the new ones once a snippet is changed', async () => {
    const section = (text: string) =>
      `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`;
    const header = await save('POST', 'emailSnippet', {
      name: 'header',
      type: 'mjml',
      data: section('Hej {{name}}'),
    });
    await save('POST', 'emailSnippet', {
      name: 'page',
      type: 'mjml',
      data: '<mjml><mj-body>{{> header name=clientFirstName}}{{> @partial-block}}</mj-body></mjml>',
    });
    const total = '{{formatCurrency document.total "SEK"}} {{formatDate document.createdAt}} {{link.href}}';
    const templateId = await save('POST', 'emailTemplate', {
      type: 'mjml',
      parser: 'hbs',
      data: `{{#> page}}${section(total)}{{/page}}`,
    });
    await save('PUT', 'emailTemplateAssignment/document', { templateId });
    const rest = '1 234,50 kr 22 november 2026 https://view.example/document/1';
    expect(await sentTo('before@client.example')).toContain(`Hej Ada ${rest}`);
    await save('PUT', `emailSnippet/${header}`, { data: section('Goddag {{name}}') });
    expect(await sentTo('after@client.example')).toContain(`Goddag Ada ${rest}`);
  });
});
