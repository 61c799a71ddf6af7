import { type Json, startApp, type TestAnswer, type TestApp } from '../support/app.js';

interface Fields {
  readonly type: string;
  readonly parser?: string;
  readonly data: string;
}

describe('The report on an email template', () => {
  let app: TestApp;
  let key: string;
  beforeAll(async () => {
    app = await startApp();
    ({ key } = await app.partner());
  });
  afterAll(() => app.stop());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request('POST', `/partner/emailTemplate${path}`, { key, body, headers });

  async function create(fields: Fields): Promise<number> {
    const { status, body } = await post('', fields);
    expect([status, body.errors]).toEqual([201, undefined]);
    return body.id;
  }

  const report = (id: number, body: unknown) => post(`/${id}/render`, body, { accept: 'application/json' });

  it('has the HTML, the text, the size, the warnings and the variables', async () => {
    const data = '<p>Hello {{clientFirstName}}</p>\n<a href="{{link.href}}">{{link.text}}</a>';
    const id = await create({ type: 'html', parser: 'hbs', data });
    const link = { href: 'https://x.example/å', text: 'Open' };
    const answer = await report(id, { data: { link } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('vary')).toBe('Accept');
    const html = '<p>Hello </p>\n<a href="https://x.example/å">Open</a>';
    expect(answer.body).toMatchObject({
      html,
      text: 'Hello\n\nOpen <https://x.example/å>',
      bytes: Buffer.byteLength(html),
      variables: {
        used: ['clientFirstName', 'link.href', 'link.text'],
        missing: ['clientFirstName'],
        unknown: [],
      },
    });
  });

  it('has the same HTML as a render without a report', async () => {
    const data =
      '<mjml><mj-body>{{#each list}}<mj-section><mj-column><mj-text>{{this}}</mj-text></mj-column></mj-section>{{/each}}</mj-body></mjml>';
    const id = await create({ type: 'mjml', parser: 'hbs', data });
    const body = { data: { list: ['a', 'b'] } };
    const { html } = (await report(id, body)).body;
    expect(html).toBe((await post(`/${id}/render`, body)).text);
  });

  it.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['text/html, application/json', 'text/html; charset=utf-8'],
    ['image/png', 'text/html; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['text/html;q=0.1, application/json;q=0.2', 'application/json; charset=utf-8'],
  ])('is sent for Accept: %s as %s', async (accept, type) => {
    const id = await create({ type: 'html', data: 'x' });
    const answer = await post(`/${id}/render`, {}, accept === undefined ? {} : { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    const isPage = answer.headers.get('content-security-policy')?.includes('sandbox');
    expect(isPage).toBe(type.startsWith('text/html'));
  });

  it('binds the sample data of a kind under the data given', async () => {
    const data = '{{language}}|{{templateType}}|{{link.text}}|{{link.href}}|{{subject}}|{{year}}';
    const id = await create({ type: 'html', parser: 'hbs', data });
    const kinds: TestAnswer = await app.request('GET', '/partner/emailKind', { key });
    const { sv } = kinds.body.find(({ kind }: Json) => kind === 'document').sampleData;
    const given = { link: { href: 'https://own.example/' }, subject: null };
    const body = { kind: 'document', language: 'sv', data: given };
    const year = new Date().getUTCFullYear();
    const expected = `sv|document|${sv.link.text}|https://own.example/||${year}`;
    expect((await post(`/${id}/render`, body)).text).toBe(expected);
    expect((await report(id, body)).body).toMatchObject({ html: expected, variables: { missing: [] } });
    expect((await post(`/${id}/render`, { kind: 'clientPdf' })).text).toContain('en|clientPdf|');
  });

  it('prints the current year if no other is given', async () => {
    const id = await create({ type: 'html', parser: 'hbs', data: '{{year}}' });
    expect((await post(`/${id}/render`, {})).text).toBe(String(new Date().getUTCFullYear()));
    expect((await post(`/${id}/render`, { data: { year: 1999 } })).text).toBe('1999');
  });

  it.each([
    ['an unknown kind', { kind: 'invoice' }, '/kind'],
    ['a kind every object has', { kind: 'constructor' }, '/kind'],
    ['null for kind', { kind: null }, '/kind'],
    ['an unknown language', { kind: 'document', language: 'de' }, '/language'],
  ])('refuses %s', async (_, body, pointer) => {
    const id = await create({ type: 'html', data: 'x' });
    const answer = await report(id, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  it('refuses with a problem a template that cannot be rendered', async () => {
    const data =
      '{{#each list}}{{#each @root.list}}{{#each @root.list}}xxxxxxxxxx{{/each}}{{/each}}{{/each}}';
    const id = await create({ type: 'html', parser: 'hbs', data });
    const answer = await report(id, { data: { list: Array.from({ length: 200 }, () => 1) } });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ code: 'output_too_large', line: 1, column: expect.any(Number) }),
    ]);
  });

  describe('without storing the template', () => {
    async function storedCount(): Promise<number> {
      const { rows } = await app.database.query('SELECT count(*)::int AS count FROM email_template');
      return rows[0].count;
    }

    it('is the same', async () => {
      const fields = { type: 'html', parser: 'hbs', data: '<p>{{clientFirstName}} {{{content}}}</p>' };
      const stored = await report(await create(fields), { kind: 'document', language: 'sv' });
      const before = await storedCount();
      const answer = await post('/validate', { ...fields, kind: 'document', language: 'sv' });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(stored.body);
      expect(answer.headers.get('etag')).toBeNull();
      expect(await storedCount()).toBe(before);
    });

    it('binds the given values over the sample data', async () => {
      const data = '<p>{{clientFirstName}} {{company.name}} {{company.id}}</p>';
      const body = { type: 'html', parser: 'hbs', data, kind: 'document', language: 'sv' };
      const { text } = (await post('/validate', { ...body, values: { company: { name: 'Own' } } })).body;
      expect(text).toBe('Åsa Own 1');
    });

    it('lists all errors that keep it from compiling', async () => {
      const data = '<mjml><mj-body>\n<mj-txt>x</mj-txt>\nHello\n</mj-body></mjml>';
      const answer = await post('/validate', { type: 'mjml', parser: 'hbs', data });
      expect(answer.status).toBe(422);
      expect(answer.body.code).toBe('template_invalid');
      expect(answer.body.errors).toEqual([
        expect.objectContaining({ pointer: '/data', line: 2, column: 1, code: 'unknown_element' }),
        expect.objectContaining({ pointer: '/data', line: 3, column: 1, code: 'text_lost' }),
      ]);
    });

    it.each([
      ['no type', { data: 'x' }, '/type'],
      ['no data', { type: 'html' }, '/data'],
      ['an object for data', { type: 'html', data: {} }, '/data'],
      ['an unknown member', { type: 'html', data: 'x', name: 'y' }, '/name'],
      ['values that are no object', { type: 'html', data: 'x', values: [] }, '/values'],
    ])('refuses %s', async (_, body, pointer) => {
      const answer = await post('/validate', body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer })]);
    });

    it('is available to keys that may only read, and only to partners', async () => {
      const reader = await app.partner({ scopes: ['read'] });
      const body = { type: 'html', data: 'x' };
      const ask = (credential: object) =>
        app.request('POST', '/partner/emailTemplate/validate', { body, ...credential });
      expect((await ask({ key: reader.key })).status).toBe(200);
      expect((await ask({})).status).toBe(401);
      const wrong = await app.request('GET', '/partner/emailTemplate/validate', { key });
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    });
  });
});
