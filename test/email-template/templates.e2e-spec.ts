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

  async function storedCount(): Promise<number> {
    const { rows } = await app.database.query('SELECT count(*)::int AS count FROM email_template');
    return rows[0].count;
  }

  describe('POST', () => {
    it('creates a template and returns its address', async () => {
      const fields = { name: 'Spring', type: 'mjml', parser: 'hbs', data: MJML };
      const answer = await call('POST', '', fields);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        id: expect.any(Number),
        ...fields,
        inlineStyles: true,
        createdAt: TIMESTAMP,
        updatedAt: answer.body.createdAt,
      });
      expect(answer.headers.get('location')).toBe(`/partner/emailTemplate/${answer.body.id}`);
      expect(answer.headers.get('etag')).toBe(`"${answer.body.id}.1"`);
    });

    it('treats null like a missing optional member', async () => {
      expect(await create()).toMatchObject({ name: null, parser: null });
      expect(await create({ name: null, parser: null })).toMatchObject({ name: null, parser: null });
    });

    it('ignores read-only members with any value', async () => {
      const created = await create({ id: 'x', createdAt: 1, updatedAt: null });
      expect(created.id).toEqual(expect.any(Number));
    });

    it('reports every invalid member', async () => {
      const wrong = { name: 'x'.repeat(256), type: 'pdf', parser: 'ejs', data: '', partnerId: 1 };
      const answer = await call('POST', '', wrong);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveLength(5);
      expect(answer.body.errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ pointer: '/name', code: 'too_long' }),
          expect.objectContaining({ pointer: '/type', code: 'not_allowed' }),
          expect.objectContaining({ pointer: '/parser', code: 'not_allowed' }),
          expect.objectContaining({ pointer: '/data', code: 'too_short' }),
          expect.objectContaining({ pointer: '/partnerId', code: 'unknown_member' }),
        ]),
      );
    });

    it.each([
      ['no type', { data: 'x' }, '/type', 'required'],
      ['no data', { type: 'html' }, '/data', 'required'],
      ['null for type', { type: null, data: 'x' }, '/type', 'wrong_type'],
      ['null for data', { type: 'html', data: null }, '/data', 'wrong_type'],
      [
        'a syntax tree for data',
        { type: 'html', data: { type: 'Program', body: [] } },
        '/data',
        'wrong_type',
      ],
      ['a number for name', { type: 'html', data: 'x', name: 5 }, '/name', 'wrong_type'],
      ['a truth for parser', { type: 'html', data: 'x', parser: true }, '/parser', 'wrong_type'],
      [
        'a type named like a member of every object',
        { type: 'constructor', data: 'x' },
        '/type',
        'not_allowed',
      ],
      [
        'a parser named like the prototype',
        { type: 'html', parser: '__proto__', data: 'x' },
        '/parser',
        'not_allowed',
      ],
      ['more than 256 KiB', { type: 'html', data: 'å'.repeat(131_073) }, '/data', 'too_long'],
    ])('refuses %s', async (_, body, pointer, code) => {
      const answer = await call('POST', '', body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    });

    it.each(['"a\\u0000b"', '"\\ud800"', '"\\udc00 x"'])(
      'refuses text with invalid characters: %s',
      async (data) => {
        const answer = await call('POST', '', `{"type":"html","data":${data}}`);
        expect(answer.status).toBe(400);
      },
    );

    it('accepts exactly 256 KiB', async () => {
      const { id } = await create({ data: 'å'.repeat(131_072) });
      expect((await call('GET', `/${id}`)).body.data).toHaveLength(131_072);
    });

    it('stores nothing that does not compile', async () => {
      const before = await storedCount();
      const answer = await call('POST', '', { type: 'html', parser: 'hbs', data: '{{#if a}}' });
      expect(answer.status).toBe(422);
      expect(await storedCount()).toBe(before);
    });
  });

  describe('GET', () => {
    it('reads a template with its tag', async () => {
      const created = await create({ name: 'Read me' });
      const answer = await call('GET', `/${created.id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(created);
      expect(answer.headers.get('etag')).toBe(`"${created.id}.1"`);
    });

    it('lists the oldest first, page by page', async () => {
      const own = await app.partner();
      const ids: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        const body = { type: 'html', data: `${count}` };
        const created = await app.request('POST', '/partner/emailTemplate', { key: own.key, body });
        ids.push(created.body.id);
      }
      const seen: number[] = [];
      let path: string | null = '/partner/emailTemplate?limit=2';
      for (let page = 0; page < 4 && path !== null; page += 1) {
        const answer = await app.request('GET', path, { key: own.key });
        expect(answer.status).toBe(200);
        seen.push(...answer.body.map(({ id }: { id: number }) => id));
        path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(path).toBeNull();
      expect(seen).toEqual(ids);
    });

    it.each(['?limit=0', '?limit=501', '?limit=x', '?cursor=x', '?deleted=yes', '?sort=name'])(
      'refuses %s',
      async (query) => {
        expect((await call('GET', query)).status).toBe(400);
      },
    );
  });

  const routes = [
    ['GET', '', undefined],
    ['PUT', '', { name: 'x' }],
    ['DELETE', '', undefined],
    ['PATCH', '', undefined],
    ['POST', '/render', {}],
    ['GET', '/variables', undefined],
  ] as const;

  it.each(routes)(
    '%s :id%s gives the same answer for a foreign template and an unknown one',
    async (method, path, body) => {
      const stranger = await app.partner();
      const { id } = await create();
      const ask = (wanted: number) =>
        app.request(method, `/partner/emailTemplate/${wanted}${path}`, {
          key: stranger.key,
          headers: { 'x-request-id': 'same' },
          ...(body !== undefined && { body }),
        });
      const foreign = await ask(id);
      const unknown = await ask(2_000_000_000);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
      expect((await call('GET', `/${id}`)).headers.get('etag')).toBe(`"${id}.1"`);
    },
  );

  it('lists nothing of another partner', async () => {
    await create();
    const stranger = await app.partner();
    for (const query of ['', '?deleted=true']) {
      expect(
        (await app.request('GET', `/partner/emailTemplate${query}`, { key: stranger.key })).body,
      ).toEqual([]);
    }
  });

  it.each(routes)('%s :id%s refuses invalid ids', async (method, path, body) => {
    for (const [id, status] of [
      ['0', 400],
      ['01', 400],
      ['1x', 400],
      ['-1', 400],
      ['2147483648', 404],
      ['99999999999999999999', 404],
    ] as const) {
      expect([id, (await call(method, `/${id}${path}`, body)).status]).toEqual([id, status]);
    }
  });

  it('lets a key that may only read list, read and render, and nothing else', async () => {
    const reader = await app.partner({ scopes: ['read'] });
    const ask = (method: string, path: string, body?: unknown) =>
      app.request(method, `/partner/emailTemplate${path}`, {
        key: reader.key,
        ...(body !== undefined && { body }),
      });
    expect((await ask('GET', '')).status).toBe(200);
    expect((await ask('POST', '/1/render', {})).status).toBe(404);
    expect((await ask('POST', '', { type: 'html', data: 'x' })).status).toBe(403);
    expect((await ask('PUT', '/1', { name: 'x' })).status).toBe(403);
    expect((await ask('DELETE', '/1')).status).toBe(403);
    expect((await ask('PATCH', '/1')).status).toBe(403);
  });

  it('requires a credential', async () => {
    expect((await app.request('GET', '/partner/emailTemplate')).status).toBe(401);
  });
});
