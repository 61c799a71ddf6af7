import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

describe('A draft of an email template', () => {
  let app: TestApp;
  let partner: TestPartner;
  let id: number;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  beforeEach(async () => {
    const body = { name: 'Spring', type: 'html', parser: 'hbs', data: '<p>published {{year}}</p>' };
    id = (await template('POST', '', body)).body.id;
  });
  afterAll(() => app.stop());

  function template(method: string, path: string, body?: Json, headers: Record<string, string> = {}) {
    const options = { key: partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/emailTemplate${path}`, options);
  }
  const draft = (method: string, body?: Json, headers = {}, path = '') =>
    template(method, `/${id}/draft${path}`, body, headers);
  const publish = (headers = {}) => draft('POST', undefined, headers, '/publish');
  const published = async () => (await template('GET', `/${id}`)).body;
  const versions = async () =>
    (await template('GET', `/${id}/versions`)).body.map(({ number }: Json) => number);

  it('starts as a copy of the template, is changed member by member, and does not change the template', async () => {
    expect((await draft('GET')).status).toBe(404);
    const before = await published();
    const begun = await draft('PUT', { data: '<p>draft {{year}}</p>' });
    expect(begun.status).toBe(200);
    expect(begun.body).toEqual({
      ...before,
      data: '<p>draft {{year}}</p>',
      errors: [],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(begun.headers.get('livery-warnings')).toMatch(/^\d+$/);
    const changed = await draft('PUT', { name: 'Summer' });
    expect(changed.body).toMatchObject({ name: 'Summer', data: '<p>draft {{year}}</p>' });
    expect(changed.headers.get('etag')).not.toBe(begun.headers.get('etag'));
    const read = await draft('GET');
    expect(read.body).toEqual(changed.body);
    const same = await draft('PUT', read.body);
    expect([same.body, same.headers.get('etag')]).toEqual([read.body, read.headers.get('etag')]);
    expect(await published()).toEqual(before);
    expect(await versions()).toEqual([1]);
  });

  it('is mentioned in the template while it exists', async () => {
    const link = async () => (await template('GET', `/${id}`)).headers.get('link');
    expect(await link()).toBeNull();
    await draft('PUT', { name: 'Summer' });
    expect(await link()).toBe(`</partner/emailTemplate/${id}/draft>; rel="working-copy"`);
    await draft('DELETE');
    expect(await link()).toBeNull();
  });

  it('is removed when it is published as a new version', async () => {
    const body = { name: 'Summer', type: 'mjml', data: '<mjml><mj-body></mj-body></mjml>' };
    await draft('PUT', body);
    const answer = await publish();
    expect([answer.status, answer.body]).toMatchObject([200, { id, ...body, parser: 'hbs' }]);
    expect(answer.headers.get('etag')).toBe((await template('GET', `/${id}`)).headers.get('etag'));
    expect(await versions()).toEqual([1, 2]);
    expect((await draft('GET')).status).toBe(404);
    expect((await publish()).status).toBe(404);
  });

  it('is kept with its errors when it does not compile, and is not published', async () => {
    const broken = await draft('PUT', { data: '<p>\n{{#if a}}</p>' });
    expect([broken.status, broken.body.errors]).toMatchObject([
      200,
      [{ pointer: '/data', code: 'unclosed_block', line: 2, column: 1 }],
    ]);
    expect(broken.headers.get('livery-warnings')).toBeNull();
    expect((await draft('GET')).body).toEqual(broken.body);
    const refused = await publish();
    expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
      422,
      'template_invalid',
      broken.body.errors,
    ]);
    expect((await published()).data).toBe('<p>published {{year}}</p>');
    const mended = await draft('PUT', { data: '<p>mended</p>' });
    expect(mended.body.errors).toEqual([]);
    expect((await publish()).status).toBe(200);
  });

  it('is refused with members that no template can have', async () => {
    const refused = await draft('PUT', { type: 'text', data: '', more: 1 });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map(({ pointer }: Json) => pointer)).toEqual(['/type', '/data', '/more']);
    const notInlined = await draft('PUT', { type: 'mjml', inlineStyles: false });
    expect([notInlined.status, notInlined.body.errors[0].pointer]).toEqual([400, '/inlineStyles']);
    expect((await draft('GET')).status).toBe(404);
  });

  it('is changed, discarded and published only in the state that If-Match names', async () => {
    const stale = { 'if-match': '"draft.1.1"' };
    expect((await draft('PUT', { name: 'x' }, stale)).status).toBe(412);
    const first = { 'if-match': (await draft('PUT', { name: 'x' })).headers.get('etag') ?? '' };
    expect((await draft('PUT', { name: 'y' }, first)).status).toBe(200);
    expect((await draft('PUT', { name: 'z' }, first)).status).toBe(412);
    expect((await publish(first)).status).toBe(412);
    expect((await draft('DELETE', undefined, first)).status).toBe(412);
    expect((await draft('DELETE')).status).toBe(204);
    expect((await draft('DELETE')).status).toBe(404);
    // A new draft is not the same as the former one.
    await draft('PUT', { name: 'x' });
    expect((await publish(first)).status).toBe(412);
  });

  it('stays while the template is changed, and is not found while the template is deleted', async () => {
    const begun = await draft('PUT', { data: '<p>draft</p>' });
    expect((await template('PUT', `/${id}`, { data: '<p>at once</p>' })).body.data).toBe('<p>at once</p>');
    expect((await draft('GET')).body).toEqual(begun.body);
    await template('DELETE', `/${id}`);
    for (const method of ['GET', 'DELETE']) expect((await draft(method)).status).toBe(404);
    expect((await draft('PUT', { name: 'x' })).status).toBe(404);
    expect((await publish()).status).toBe(404);
    await template('PATCH', `/${id}`);
    expect((await draft('GET')).body).toEqual(begun.body);
  });

  it('gets every one of several concurrent changes', async () => {
    const changes = [{ name: 'N' }, { data: '<p>D</p>' }, { parser: null }, { inlineStyles: false }];
    const answers = await Promise.all(changes.map((change) => draft('PUT', change)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await draft('GET')).body).toMatchObject(Object.assign({}, ...changes));
  });

  it('is listed without its text, page by page, unless its template is deleted', async () => {
    const owner = partner;
    partner = await app.partner();
    const others = await app.partner();
    const list = (query = '', key = partner.key) =>
      app.request('GET', `/partner/emailTemplateDraft${query}`, { key });
    const create = async (): Promise<number> =>
      (await template('POST', '', { type: 'html', parser: 'hbs', data: '<p>x</p>' })).body.id;
    const put = (of: number, data: string) => template('PUT', `/${of}/draft`, { data });
    const [first, plain, broken, deleted] = [await create(), await create(), await create(), await create()];
    expect((await list()).body).toEqual([]);
    const whole = await put(first, '<p>draft</p>');
    await put(broken, '<p>{{#if a}}</p>');
    await put(deleted, '<p>gone</p>');
    await template('DELETE', `/${deleted}`);

    const all = await list();
    expect([all.status, all.headers.get('link')]).toEqual([200, null]);
    expect(all.body).toEqual([
      {
        templateId: first,
        etag: whole.headers.get('etag'),
        compiles: true,
        updatedAt: whole.body.updatedAt,
      },
      { templateId: broken, etag: expect.any(String), compiles: false, updatedAt: expect.any(String) },
    ]);
    expect(all.body.map(({ templateId }: Json) => templateId)).not.toContain(plain);
    const page = await list('?limit=1');
    const next = `/partner/emailTemplateDraft?limit=1&cursor=${first}`;
    expect([page.body, page.headers.get('link')]).toEqual([[all.body[0]], `<${next}>; rel="next"`]);
    const last = await app.request('GET', next, { key: partner.key });
    expect([last.body, last.headers.get('link')]).toEqual([[all.body[1]], null]);
    expect((await list('?cursor=x')).status).toBe(400);

    const discard = { 'if-match': all.body[0].etag };
    expect((await template('DELETE', `/${first}/draft`, undefined, discard)).status).toBe(204);
    await template('PATCH', `/${deleted}`);
    const ids = (await list()).body.map(({ templateId }: Json) => templateId);
    expect(ids).toEqual([broken, deleted]);

    expect((await list('', others.key)).body).toEqual([]);
    const reader = await app.internal('POST', `/internal/partner/${partner.id}/apiKey`, { scopes: ['read'] });
    expect((await list('', reader.body.key)).body).toHaveLength(2);
    expect((await app.request('GET', '/partner/emailTemplateDraft')).status).toBe(401);
    partner = owner;
  });

  it('is inaccessible to other partners, and read-only for keys that only read', async () => {
    await draft('PUT', { name: 'x' });
    const owner = partner;
    partner = await app.partner();
    for (const method of ['GET', 'DELETE']) expect((await draft(method)).status).toBe(404);
    expect((await draft('PUT', { name: 'y' })).status).toBe(404);
    expect((await publish()).status).toBe(404);
    partner = owner;
    const reader = await app.internal('POST', `/internal/partner/${owner.id}/apiKey`, { scopes: ['read'] });
    const path = `/partner/emailTemplate/${id}/draft`;
    expect((await app.request('PUT', path, { key: reader.body.key, body: {} })).status).toBe(403);
    expect((await app.request('GET', path, { key: reader.body.key })).body.name).toBe('x');
  });
});
