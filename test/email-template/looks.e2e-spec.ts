import {
  AssignedTemplate,
  type AssignedTemplateRow,
} from '../../src/email-template/domain/assigned-template.js';
import { EmailRenderingService } from '../../src/email-template/email-rendering.service.js';
import type { EmailFacts, Variables } from '../../src/rendering/domain/email-request.js';
import { emailRequestOf, variablesOf } from '../../src/rendering/emails/email-request.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const LINK = { href: 'https://view.example/document/1' };
const FACTS: EmailFacts = {
  document: { id: 'doc-1', data: { name: 'Offer 1042' } },
  company: { name: 'Kitchen Works Ltd' },
  brand: 'oak',
  companyId: 7,
  now: new Date('2026-02-03T04:05:06.789Z'),
};

/** The variables of an email whose request has all members. */
function variables(kind: string, language: 'sv' | 'en'): Variables {
  const given =
    kind === 'document'
      ? {
          link: LINK,
          clientFirstName: 'Ada',
          logoUrl: 'https://images.example/logo.png',
          unsubscribeUrl: 'https://view.example/unsubscribe',
        }
      : { pdfLink: LINK, magicLink: LINK };
  const client = { name: 'Ada Lovell' };
  const item = { kind, language, to: 'ada@client.example', client, ...given };
  const request = emailRequestOf(item, '', []);
  if (request === null) throw new Error('The request is refused.');
  return variablesOf(request, FACTS);
}

describe('The template of an email', () => {
  let app: TestApp;
  let rendering: EmailRenderingService;
  let partner: TestPartner;
  const [oneCompany, otherCompany] = [501, 502];
  beforeAll(async () => {
    app = await startApp({ RENDER_SEND_TIMEOUT_MS: '1500' });
    rendering = app.service!.get(EmailRenderingService, { strict: false });
  });
  beforeEach(async () => {
    partner = await app.partner({ companies: [oneCompany, otherCompany] });
  });
  afterAll(() => app.stop());

  async function template(data: string, type = 'html', owner = partner): Promise<number> {
    const body = { type, parser: 'hbs', data };
    const created = await app.request('POST', '/partner/emailTemplate', { key: owner.key, body });
    expect([created.status, created.body.errors]).toEqual([201, undefined]);
    return created.body.id;
  }

  async function assign(templateId: number, place: object = {}, kind = 'document', owner = partner) {
    const path = `/partner/emailTemplateAssignment/${kind}`;
    const answer = await app.request('PUT', path, { key: owner.key, body: { templateId, ...place } });
    expect(answer.status).toBe(200);
  }

  /** The assigned template, read like the content of an email. */
  async function assignedTo(kind: string, language: string, companyId: number) {
    const { rows } = await app.database.query<AssignedTemplateRow>(
      'SELECT * FROM assigned_email_template($1, $2, $3, $4)',
      [partner.id, companyId, kind, language],
    );
    return rows[0] === undefined ? null : AssignedTemplate.of(rows[0]);
  }

  /** `more` replaces given variables. */
  async function render(
    kind = 'document',
    language: 'sv' | 'en' = 'en',
    companyId = oneCompany,
    more: object = {},
  ) {
    const bound = { ...variables(kind, language), ...more };
    const email = { partnerId: partner.id, kind, language, variables: bound };
    const assigned = await assignedTo(kind, language, companyId);
    return rendering.render({ ...email, isSubjectGiven: false, acceptedAt: Date.now() }, assigned);
  }

  it('is the default template if no template is assigned', async () => {
    for (const kind of ['document', 'clientPdf']) {
      const rendered = await render(kind);
      expect(rendered).toMatchObject({ templateId: null, fallback: null });
      expect(rendered.html).toContain('https://view.example/document/1');
      expect(rendered.text).toContain('Kitchen Works Ltd');
    }
  });

  it('is the default template for a company without a partner', async () => {
    const email = { partnerId: 0, kind: 'document', language: 'sv', isSubjectGiven: false } as const;
    const rendered = await rendering.render(
      { ...email, variables: variables('document', 'sv'), acceptedAt: Date.now() },
      null,
    );
    expect(rendered).toMatchObject({ templateId: null, fallback: null });
    expect(rendered.html).toContain('Visa dokumentet');
  });

  it('is that of the most specific assignment, and of the next one while its template is deleted', async () => {
    const places = [
      {},
      { language: 'sv' },
      { companyId: oneCompany },
      { companyId: oneCompany, language: 'sv' },
    ];
    const ids: number[] = [];
    for (const place of places) {
      const id = await template('<p>{{content}}</p>');
      ids.push(id);
      await assign(id, place);
    }
    const [forAll, forLanguage, forCompany, forBoth] = ids;
    const templateOf = async (language: 'sv' | 'en', companyId: number) =>
      (await render('document', language, companyId)).templateId;
    expect(await templateOf('sv', oneCompany)).toBe(forBoth);
    expect(await templateOf('en', oneCompany)).toBe(forCompany);
    expect(await templateOf('sv', otherCompany)).toBe(forLanguage);
    expect(await templateOf('en', otherCompany)).toBe(forAll);
    expect((await render('clientPdf', 'sv')).templateId).toBeNull();
    const touch = (method: string, id: number | undefined) =>
      app.request(method, `/partner/emailTemplate/${id}`, { key: partner.key });
    for (const [gone, next] of [
      [forBoth, forCompany],
      [forCompany, forLanguage],
      [forLanguage, forAll],
      [forAll, null],
    ]) {
      await touch('DELETE', gone!);
      expect(await templateOf('sv', oneCompany)).toBe(next);
    }
    await touch('PATCH', forBoth);
    expect(await templateOf('sv', oneCompany)).toBe(forBoth);
  });

  it('is never that of another partner', async () => {
    const stranger = await app.partner({ companies: [oneCompany] });
    await assign(await template('<p>stranger</p>', 'html', stranger), {}, 'document', stranger);
    expect((await render()).templateId).toBeNull();
  });

  it('can be one template for both kinds', async () => {
    const id = await template(
      '{{#if title}}<h1>{{title}}</h1>{{else}}<p>{{content}}</p>{{/if}}{{templateType}}',
    );
    await assign(id);
    await assign(id, {}, 'clientPdf');
    expect((await render('document')).html).toMatch(/<p>.+<\/p>document/);
    expect((await render('clientPdf')).html).toMatch(/<h1>.+<\/h1>clientPdf/);
  });

  const LIST = '{{#each @root.document.data.list}}';
  /** It would run for hours. */
  const ENDLESS = `${LIST.repeat(5)}${'{{/each}}'.repeat(5)}`;
  const list = (length: number) => ({ document: { data: { list: Array.from({ length }, () => ({})) } } });
  it.each([
    ['takes for ever', ENDLESS, 'deadline_exceeded'],
    ['becomes too large', `${LIST}${'x'.repeat(20_000)}{{/each}}`, 'output_too_large'],
  ])('is the default template, with the reason, if a template %s', async (_, data, code) => {
    const id = await template(data);
    await assign(id);
    const rendered = await render('document', 'en', oneCompany, list(200));
    expect(rendered.fallback).toEqual({
      templateId: id,
      part: 'template',
      code,
      message: expect.stringMatching(/^Line 1: /),
      line: 1,
    });
    expect(rendered.templateId).toBeNull();
    expect(rendered.html).toContain('View the document');
  });

  it('is the default template if the assigned one no longer compiles', async () => {
    const id = await template('<p>{{content}}</p>');
    await assign(id);
    await app.database.query('UPDATE email_template SET data = $1 WHERE id = $2', ['\n{{#if x}}', id]);
    const rendered = await render();
    expect(rendered.fallback).toMatchObject({ templateId: id, message: expect.stringContaining('Line 2: ') });
    expect(rendered.html).toContain('View the document');
  });

  it('is the default template for others while one partner’s templates do not end', async () => {
    await assign(await template(ENDLESS));
    const endless = Array.from({ length: 3 }, () => render('document', 'en', oneCompany, list(200)));
    const order: string[] = [];
    const all = Promise.all(endless).then(() => order.push('hostile'));
    const email = { partnerId: 0, kind: 'document', language: 'en', isSubjectGiven: false } as const;
    for (let count = 0; count < 3; count += 1) {
      await rendering.render(
        { ...email, variables: variables('document', 'en'), acceptedAt: Date.now() },
        null,
      );
    }
    order.push('others');
    await all;
    expect(order).toEqual(['others', 'hostile']);
    expect((await Promise.all(endless)).map(({ fallback }) => fallback?.code)).toEqual(
      Array(3).fill('deadline_exceeded'),
    );
  });

  it('is the default template with names of any size in the document', async () => {
    const name = 'x'.repeat(2 ** 20);
    const rendered = await render('document', 'en', oneCompany, {
      document: { data: { name } },
      company: { name },
    });
    expect(rendered.html.length).toBeLessThan(20_000);
  });
});
