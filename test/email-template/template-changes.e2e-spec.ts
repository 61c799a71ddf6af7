import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const COLUMN = '<mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section>';
const MJML = `<mjml><mj-body>${COLUMN}</mj-body></mjml>`;

/** A member of every answer with a template. */
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Email templates', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  function call(method: string, path = '', body?: unknown, headers: Record<string, string> = {}) {
    const options = { key: partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/emailTemplate${path}`, options);
  }

  async function create(fields: object = {}) {
    const answer = await call('POST', '', { type: 'html', data: '<p>x</p>', ...fields });
    expect(answer.status).toBe(201);
    return answer.body;
  }

  describe('PUT', () => {
    it('changes only the given members', async () => {
      const created = await create({ name: 'Before', parser: 'hbs' });
      const answer = await call('PUT', `/${created.id}`, { name: 'After' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...created, name: 'After', updatedAt: TIMESTAMP });
      expect(answer.headers.get('etag')).toBe(`"${created.id}.2"`);
      expect((await call('GET', `/${created.id}`)).body).toEqual(answer.body);
    });

    it('clears name and parser with null', async () => {
      const created = await create({ name: 'Before', parser: 'hbs' });
      const answer = await call('PUT', `/${created.id}`, { name: null, parser: null });
      expect(answer.body).toMatchObject({ name: null, parser: null, data: created.data });
    });

    it('accepts its own representation', async () => {
      const created = await create({ name: 'Same', type: 'mjml', parser: 'hbs', data: MJML });
      const answer = await call('PUT', `/${created.id}`, created);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ ...created, updatedAt: TIMESTAMP });
    });

    it.each([
      ['null for type', { type: null }, '/type'],
      ['null for data', { data: null }, '/data'],
      ['empty data', { data: '' }, '/data'],
      ['a long name', { name: 'x'.repeat(256) }, '/name'],
      ['an unknown member', { kind: 'document' }, '/kind'],
    ])('refuses %s', async (_, body, pointer) => {
      const { id } = await create();
      const answer = await call('PUT', `/${id}`, body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
    });

    it('compiles the result of a partial change', async () => {
      // Literal text without a parser, a broken expression with one.
      const created = await create({ data: '<p>{{#if</p>' });
      const parser = await call('PUT', `/${created.id}`, { parser: 'hbs' });
      expect(parser.status).toBe(422);
      expect(parser.body.errors).toEqual([
        expect.objectContaining({ pointer: '/data', line: 1, column: expect.any(Number) }),
      ]);
      const type = await call('PUT', `/${created.id}`, { type: 'mjml' });
      expect(type.status).toBe(422);
      expect((await call('GET', `/${created.id}`)).body).toEqual(created);
      expect((await call('PUT', `/${created.id}`, { parser: 'hbs', data: '{{a}}' })).status).toBe(200);
    });

    it('loses neither of two concurrent changes', async () => {
      const { id } = await create({ name: 'Before', parser: null, data: '<p>Hello</p>' });
      const data = '<p>Goodbye</p>';
      const names = Array.from({ length: 5 }, (_, index) => `Name ${index}`);
      const answers = await Promise.all([
        call('PUT', `/${id}`, { data }),
        ...names.map((name) => call('PUT', `/${id}`, { name })),
        call('PUT', `/${id}`, { parser: 'hbs' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const { body, headers } = await call('GET', `/${id}`);
      expect(body).toMatchObject({ data, parser: 'hbs', name: expect.stringMatching(/^Name \d$/) });
      expect(headers.get('etag')).toBe(`"${id}.${answers.length + 1}"`);
    });

    it('compiles again after a concurrent change', async () => {
      // Each alone compiles with the stored other one. Together they do not.
      const { id } = await create({ data: 'plain', parser: null });
      const [text, parser] = await Promise.all([
        call('PUT', `/${id}`, { data: '{{#if' }),
        call('PUT', `/${id}`, { parser: 'hbs' }),
      ]);
      expect(new Set([text.status, parser.status])).toEqual(new Set([200, 422]));
      const { body } = await call('GET', `/${id}`);
      expect(body).toMatchObject(text.status === 200 ? { data: '{{#if', parser: null } : { data: 'plain' });
    });

    it('obeys If-Match', async () => {
      const { id } = await create();
      const stale = await call('PUT', `/${id}`, { name: 'x' }, { 'if-match': `"${id}.2"` });
      expect(stale.status).toBe(412);
      const fresh = await call('PUT', `/${id}`, { name: 'x' }, { 'if-match': `"${id}.1"` });
      expect(fresh.status).toBe(200);
      // Of two changes based on the same state, one is refused.
      const change = (data: string) => call('PUT', `/${id}`, { data }, { 'if-match': `"${id}.2"` });
      const both = await Promise.all([change('a'), change('b')]);
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
    });
  });

  describe('DELETE and PATCH', () => {
    it('deletes, lists deleted templates separately, and restores them', async () => {
      const created = await create({ name: 'Gone' });
      const deleted = await call('DELETE', `/${created.id}`);
      expect([deleted.status, deleted.text]).toEqual([204, '']);
      for (const [method, path, body] of [
        ['GET', `/${created.id}`],
        ['PUT', `/${created.id}`, { name: 'x' }],
        ['DELETE', `/${created.id}`],
        ['POST', `/${created.id}/render`, {}],
      ] as const) {
        expect((await call(method, path, body)).status).toBe(404);
      }
      const idsOf = async (query: string) =>
        (await call('GET', query)).body.map(({ id }: { id: number }) => id) as number[];
      expect(await idsOf('?limit=500')).not.toContain(created.id);
      expect(await idsOf('?deleted=true')).toContain(created.id);

      const restored = await call('PATCH', `/${created.id}`);
      expect(restored.status).toBe(200);
      expect(restored.body).toEqual({ ...created, updatedAt: TIMESTAMP });
      expect(await idsOf('?limit=500')).toContain(created.id);
      expect(await idsOf('?deleted=true')).not.toContain(created.id);
    });

    it('does not change a template that is not deleted', async () => {
      const created = await create();
      const answer = await call('PATCH', `/${created.id}`);
      expect([answer.status, answer.body]).toEqual([200, created]);
      expect(answer.headers.get('etag')).toBe(`"${created.id}.1"`);
    });

    it('obeys If-Match', async () => {
      const { id } = await create();
      expect((await call('DELETE', `/${id}`, undefined, { 'if-match': '"0.0"' })).status).toBe(412);
      expect((await call('DELETE', `/${id}`, undefined, { 'if-match': `"${id}.1"` })).status).toBe(204);
    });
  });

  // A row without a body says so, because Jest would take the third parameter for its callback.
});
