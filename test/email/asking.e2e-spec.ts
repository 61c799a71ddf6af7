import { startApp, TestApp } from '../support/app.js';
import { eventOf, report } from '../delivery/deliveries.js';
import { emailTo } from './emails.js';

describe('An event that requests emails', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
  });

  afterAll(() => app.stop());

  const waitingFor = async (companyId: number) =>
    (
      await app.database.query(
        `SELECT e.partner_id, e.recipient, e.given::json AS given, e.company, e.brand, v.type_id, v.data::json AS document,
           (SELECT json_agg(json_build_array(place, filename, content_type, convert_from(content, 'UTF8')) ORDER BY place)
            FROM email_attachment a WHERE a.partner_id = e.partner_id AND a.email_id = e.id) AS attachments, w.bytes
         FROM email_attempt w JOIN email e ON e.partner_id = w.partner_id AND e.id = w.email_id
         JOIN event v ON v.partner_id = e.partner_id AND v.id = e.event_id
         WHERE e.company_id = $1 ORDER BY e.id`,
        [companyId],
      )
    ).rows;

  it('stores them with it, in their order', async () => {
    const partner = await app.partner();
    const file = { filename: 'a.txt', contentType: 'text/plain', content: 'w6XDpMO2' };
    const event = eventOf(partner, {
      company: { name: 'Kök AB' },
      brand: 'b',
      emails: [emailTo('a@client.example', { attachments: [file, file] }), emailTo('b@client.example')],
    });
    expect(await report(app, [event, { ...event, id: 'other', emails: [] }])).toMatchObject([
      { duplicate: false, emails: 2 },
      { duplicate: false, emails: 0 },
    ]);
    const [first, second, ...more] = await waitingFor(partner.companyId);
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      partner_id: partner.id,
      recipient: 'a@client.example',
      given: { link: { href: 'https://view.example/document/1' } },
      company: '{"name":"Kök AB"}',
      brand: 'b',
      type_id: 'doc-1',
      document: event.data,
      attachments: [
        [1, 'a.txt', 'text/plain', 'åäö'],
        [2, 'a.txt', 'text/plain', 'åäö'],
      ],
      bytes: 12,
    });
    expect(second).toMatchObject({ recipient: 'b@client.example', attachments: null, bytes: 0 });
  });

  it('stores them once, however often it is reported', async () => {
    const partner = await app.partner();
    const event = eventOf(partner, { emails: [emailTo('a@client.example')] });
    const answers = [...(await report(app, [event, event])), ...(await report(app, event))];
    expect(answers.map(({ duplicate, emails }) => [duplicate, emails])).toEqual([
      [false, 1],
      [true, 1],
      [true, 1],
    ]);
    expect(await waitingFor(partner.companyId)).toHaveLength(1);
  });

  it('stores them even if its company has no partner', async () => {
    const event = eventOf({ id: 0, key: '', companyId: 999_001 }, { emails: [emailTo('a@client.example')] });
    expect(await report(app, event)).toMatchObject([{ deliveries: 0, emails: 1 }]);
    expect(await waitingFor(999_001)).toMatchObject([{ partner_id: 0, document: event.data }]);
  });

  it('assigns its emails to the oldest partner of its company if none has a template for them', async () => {
    const older = await app.partner({ companies: [999_002] });
    await app.partner({ companies: [999_002] });
    await report(app, eventOf(older, { emails: [emailTo('a@client.example')] }));
    expect(await waitingFor(999_002)).toMatchObject([{ partner_id: older.id }]);
  });

  it('assigns each of its emails to the partner with the most specific template', async () => {
    const older = await app.partner({ companies: [999_004] });
    const newer = await app.partner({ companies: [999_004] });
    const source = { type: 'html', parser: null, data: '<p>x</p>' };
    const { key } = newer;
    const template = await app.request('POST', '/partner/emailTemplate', { key, body: source });
    const body = { templateId: template.body.id, language: 'sv' };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', { key, body });
    const emails = [emailTo('sv@client.example', { language: 'sv' }), emailTo('en@client.example')];
    await report(app, eventOf(older, { emails }));
    expect(await waitingFor(999_004)).toMatchObject([
      { recipient: 'sv@client.example', partner_id: newer.id },
      { recipient: 'en@client.example', partner_id: older.id },
    ]);
  });

  it('is refused with all problems of its emails, and nothing is stored', async () => {
    const event = eventOf({ id: 0, key: '', companyId: 999_003 }, { emails: [emailTo('a@client.example')] });
    const wrong = { ...event, id: 'wrong', emails: [emailTo('not an address'), emailTo('b@client.example')] };
    const answer = await app.internal('POST', '/internal/event', [event, wrong]);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ pointer: '/1/emails/0/to' }]);
    expect(await waitingFor(999_003)).toEqual([]);
  });
});
