import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Assignments of email templates', () => {
  let app: TestApp;
  let partner: TestPartner;
  let stranger: TestPartner;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    partner = await app.partner();
    stranger = await app.partner();
  });
  afterAll(() => app.stop());

  function call(method: string, path = '', body?: unknown, headers: Record<string, string> = {}) {
    const options = { key: partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/emailTemplateAssignment${path}`, options);
  }

  async function templateOf({ key }: TestPartner): Promise<number> {
    const body = { type: 'html', parser: 'hbs', data: '<p>{{content}}</p>' };
    return (await app.request('POST', '/partner/emailTemplate', { key, body })).body.id;
  }

  const targets = ({ body }: { readonly body: Json }) =>
    body.map(({ kind, language, companyId }: Json) => [kind, language, companyId]);

  it('are created, listed, changed and removed', async () => {
    const [first, second] = [await templateOf(partner), await templateOf(partner)];
    const made = await call('PUT', '/document', { templateId: first });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      kind: 'document',
      templateId: first,
      language: null,
      companyId: null,
      subject: null,
      fromName: null,
      replyTo: null,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    });
    expect((await call('GET')).body).toEqual([made.body]);
    const changed = await call('PUT', '/document', { templateId: second });
    expect(changed.body).toEqual({ ...made.body, templateId: second, updatedAt: TIMESTAMP });
    expect((await call('GET')).body).toEqual([changed.body]);
    const removed = await call('DELETE', '/document');
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await call('GET')).body).toEqual([]);
    expect((await call('DELETE', '/document')).status).toBe(404);
  });

  it('are one for each kind, language and company', async () => {
    const templateId = await templateOf(partner);
    const { companyId } = partner;
    const places = [{}, { language: 'sv' }, { companyId }, { language: 'sv', companyId }];
    for (const kind of ['document', 'clientPdf']) {
      for (const place of places) {
        expect((await call('PUT', `/${kind}`, { templateId, ...place })).status).toBe(200);
      }
    }
    const all = ['document', 'clientPdf'].flatMap((kind) => [
      [kind, null, null],
      [kind, 'sv', null],
      [kind, null, companyId],
      [kind, 'sv', companyId],
    ]);
    expect(targets(await call('GET'))).toEqual(all);
    expect((await call('DELETE', '/document?language=en')).status).toBe(404);
    expect((await call('DELETE', `/document?companyId=${companyId}&language=`)).status).toBe(204);
    expect((await call('DELETE', '/clientPdf?language=&companyId=')).status).toBe(204);
    const gone = [2, 4];
    expect(targets(await call('GET'))).toEqual(all.filter((_, index) => !gone.includes(index)));
  });

  it('do not exist for unknown kinds of email', async () => {
    const templateId = await templateOf(partner);
    for (const kind of ['letter', 'Document', '%00']) {
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? { templateId } : undefined;
        expect([kind, (await call(method, `/${kind}`, body)).status]).toEqual([kind, 404]);
      }
    }
  });

  it('do not change when they are assigned again, with null or without the member', async () => {
    const templateId = await templateOf(partner);
    const made = await call('PUT', '/document', { templateId });
    const again = await call('PUT', '/document', { templateId, language: null, companyId: null });
    expect(again.body).toEqual(made.body);
    expect(again.headers.get('etag')).toBe(made.headers.get('etag'));
    // A body that was read can be sent back whole.
    expect((await call('PUT', '/document', again.body)).body).toEqual(made.body);
  });

  it('are created once by concurrent requests', async () => {
    const templates = [await templateOf(partner), await templateOf(partner)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call('PUT', '/document', { templateId: templates[index % 2], language: 'en' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await call('GET')).body).toHaveLength(1);
  });

  it('keep their headers until others are given, and lose them by null', async () => {
    const templateId = await templateOf(partner);
    const headers = {
      subject: 'Offer from {{company.name}}',
      fromName: '{{company.name}} via Acme',
      replyTo: 'office@acme.example',
    };
    const made = await call('PUT', '/document', { templateId, ...headers });
    expect(made.body).toMatchObject(headers);
    const kept = await call('PUT', '/document', { templateId: await templateOf(partner) });
    expect(kept.body).toMatchObject(headers);
    expect((await call('PUT', '/document', kept.body)).headers.get('etag')).toBe(kept.headers.get('etag'));
    const cleared = await call('PUT', '/document', { templateId, subject: null, replyTo: null });
    expect(cleared.body).toMatchObject({ subject: null, fromName: headers.fromName, replyTo: null });
    expect((await call('GET')).body).toEqual([cleared.body]);
  });

  it('refuse headers that no email can have, each at its member', async () => {
    const templateId = await templateOf(partner);
    const refused = await call('PUT', '/document', {
      templateId,
      subject: 'Offer\r\nBcc: x@evil.example',
      fromName: 'x'.repeat(1001),
      replyTo: 'office@acme.example, x@evil.example',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`)).toEqual([
      '/subject control_character',
      '/fromName too_long',
      '/replyTo invalid_address',
    ]);
    for (const replyTo of ['kötor@acme.example', '{{office}}@acme.example']) {
      const { body } = await call('PUT', '/document', { templateId, replyTo });
      expect(body.errors).toMatchObject([{ pointer: '/replyTo', code: 'invalid_address' }]);
    }
    const ofOtherTypes = { templateId, subject: '', fromName: 1, replyTo: 'a@b.example\n' };
    expect((await call('PUT', '/document', ofOtherTypes)).body.errors).toMatchObject([
      { pointer: '/subject', code: 'too_short' },
      { pointer: '/fromName', code: 'wrong_type' },
      { pointer: '/replyTo', code: 'invalid_address' },
    ]);
    expect((await call('GET')).body).toEqual([]);
  });

  it('refuse headers that do not compile, all errors at once, each with its member and column', async () => {
    const templateId = await templateOf(partner);
    const body = { templateId, subject: 'Offer {{#if company}}', fromName: '{{nope company}} {{> layout}}' };
    const refused = await call('PUT', '/document', body);
    expect([refused.status, refused.body.code]).toEqual([422, 'template_invalid']);
    expect(refused.body.errors).toMatchObject([
      { pointer: '/subject', code: 'unclosed_block', line: 1, column: 7 },
      { pointer: '/fromName', line: 1, column: 1 },
      { pointer: '/fromName', line: 1, column: 18 },
    ]);
    expect((await call('GET')).body).toEqual([]);
  });

  it('are paged like every list', async () => {
    const templateId = await templateOf(partner);
    for (const language of ['sv', 'en', null]) await call('PUT', '/document', { templateId, language });
    const first = await call('GET', '?limit=2');
    expect(targets(first)).toEqual([
      ['document', 'sv', null],
      ['document', 'en', null],
    ]);
    const link = first.headers.get('link') ?? '';
    const next = /<\/partner\/emailTemplateAssignment([^>]+)>; rel="next"/.exec(link)?.[1];
    const second = await call('GET', next ?? '');
    expect([targets(second), second.headers.get('link')]).toEqual([[['document', null, null]], null]);
    expect((await call('GET', '?deleted=true')).status).toBe(400);
  });

  it('are changed and removed only in the state that If-Match names', async () => {
    const templateId = await templateOf(partner);
    const never = await call('PUT', '/document', { templateId }, { 'if-match': '"1.1"' });
    expect(never.status).toBe(412);
    const made = await call('PUT', '/document', { templateId });
    const stale = { 'if-match': made.headers.get('etag') ?? '' };
    const other = await templateOf(partner);
    expect((await call('PUT', '/document', { templateId: other }, stale)).status).toBe(200);
    expect((await call('PUT', '/document', { templateId }, stale)).status).toBe(412);
    expect((await call('DELETE', '/document', undefined, stale)).status).toBe(412);
    expect((await call('DELETE', '/document', undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('exist only for known kinds', async () => {
    const templateId = await templateOf(partner);
    for (const kind of ['receipt', 'constructor', '__proto__', '1']) {
      const refused = await call('PUT', `/${kind}`, { templateId });
      expect([kind, refused.status]).toEqual([kind, 404]);
      expect(refused.body.detail).toMatch(/There are: document, clientPdf\.$/);
      expect([kind, (await call('DELETE', `/${kind}`)).status]).toEqual([kind, 404]);
    }
  });

  it('are refused with every invalid member', async () => {
    const templateId = await templateOf(partner);
    const problemsOf = async (body: object) => {
      const answer = await call('PUT', '/document', body);
      expect(answer.status).toBe(400);
      return answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`);
    };
    expect(await problemsOf({})).toEqual(['/templateId required']);
    expect(await problemsOf({ templateId: '1', language: 'de', companyId: 0, more: 1 })).toEqual([
      '/templateId wrong_type',
      '/language not_allowed',
      '/companyId out_of_range',
      '/more unknown_member',
    ]);
    expect(await problemsOf({ templateId, kind: 'clientPdf' })).toEqual(['/kind not_allowed']);
    expect((await call('DELETE', '/document?language=de&companyId=x&more=1')).status).toBe(400);
  });

  it('accept only templates and companies of the partner, and reveal nothing about others', async () => {
    const [mine, foreign] = [await templateOf(partner), await templateOf(stranger)];
    const deleted = await templateOf(partner);
    await app.request('DELETE', `/partner/emailTemplate/${deleted}`, { key: partner.key });
    const refusals = [];
    for (const templateId of [foreign, deleted, 2_000_000_000]) {
      refusals.push(await call('PUT', '/document', { templateId }));
    }
    for (const companyId of [stranger.companyId, 2_000_000_000]) {
      refusals.push(await call('PUT', '/document', { templateId: mine, companyId }));
    }
    expect(refusals.map(({ status }) => status)).toEqual(Array(5).fill(400));
    const [ofTemplate, , , ofCompany] = refusals.map(({ body }) => body.errors);
    expect(refusals.map(({ body }) => body.errors)).toEqual([
      ofTemplate,
      ofTemplate,
      ofTemplate,
      ofCompany,
      ofCompany,
    ]);
    expect(ofTemplate).toEqual([expect.objectContaining({ pointer: '/templateId' })]);
    expect(ofCompany).toEqual([expect.objectContaining({ pointer: '/companyId' })]);
    const both = await call('PUT', '/document', { templateId: foreign, companyId: stranger.companyId });
    expect(both.body.errors.map(({ pointer }: Json) => pointer)).toEqual(['/companyId', '/templateId']);
    expect((await call('GET')).body).toEqual([]);
  });

  it('are inaccessible to other partners', async () => {
    const templateId = await templateOf(partner);
    const made = await call('PUT', '/document', { templateId });
    const { key } = stranger;
    const removed = await app.request('DELETE', '/partner/emailTemplateAssignment/document', { key });
    expect(removed.status).toBe(404);
    expect((await app.request('GET', '/partner/emailTemplateAssignment', { key })).body).toEqual([]);
    expect((await call('GET')).body).toEqual([made.body]);
  });

  it('refuse a template that does not compile under the present rules', async () => {
    const templateId = await templateOf(partner);
    const broken = 'UPDATE email_template SET data = $1 WHERE id = $2';
    await app.database.query(broken, ['<p>\n{{#if content}}</p>', templateId]);
    const answer = await call('PUT', '/document', { templateId });
    expect([answer.status, answer.body.code]).toEqual([422, 'template_invalid']);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/templateId', line: 2 })]);
    expect((await call('GET')).body).toEqual([]);
  });
});
