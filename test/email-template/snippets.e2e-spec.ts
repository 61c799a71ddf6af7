import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Snippets', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const options = { key: partner.key, headers, ...(body !== undefined && { body }) };
    return app.request(method, `/partner/${path}`, options);
  }

  async function snippet(name: string, data: string, type = 'html'): Promise<number> {
    const answer = await call('POST', 'emailSnippet', { name, type, data });
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.id;
  }

  async function template(data: string, name: string | null = null, type = 'html'): Promise<number> {
    const answer = await call('POST', 'emailTemplate', { name, type, parser: 'hbs', data });
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.id;
  }

  async function rendered(id: number, data: Json = {}): Promise<string> {
    const answer = await call('POST', `emailTemplate/${id}/render`, { data }, { accept: 'application/json' });
    return answer.body.html;
  }

  const errorsOf = ({ body }: { readonly body: Json }) =>
    body.errors.map(({ code, line, column, snippet, templateId }: Json) =>
      [templateId, snippet, `${line}:${column}`, code].filter((part) => part !== undefined).join(' '),
    );

  it('are created, read, changed, deleted and restored as templates are', async () => {
    const fields = { name: 'header', type: 'html', data: '<h1>{{company.name}}</h1>' };
    const created = await call('POST', 'emailSnippet', fields);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toEqual({ id, ...fields, createdAt: TIMESTAMP, updatedAt: TIMESTAMP });
    expect(created.headers.get('location')).toBe(`/partner/emailSnippet/${id}`);
    expect(created.headers.get('etag')).toBe(`"${id}.1"`);
    expect((await call('GET', `emailSnippet/${id}`)).body).toEqual(created.body);
    expect((await call('GET', 'emailSnippet')).body).toEqual([created.body]);

    const stale = await call('PUT', `emailSnippet/${id}`, { data: 'x' }, { 'if-match': `"${id}.9"` });
    expect(stale.status).toBe(412);
    const same = await call('PUT', `emailSnippet/${id}`, created.body);
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([200, `"${id}.1"`, created.body]);
    const changed = await call('PUT', `emailSnippet/${id}`, { data: 'new' }, { 'if-match': `"${id}.1"` });
    expect([changed.status, changed.headers.get('etag'), changed.body.data]).toEqual([
      200,
      `"${id}.2"`,
      'new',
    ]);

    const warned = '<img src="http://x.example/a.png"><p style="colr: red">{{label}}';
    const inside = await call('POST', 'emailSnippet', { name: 'warned', type: 'html', data: warned });
    const around = await call('PUT', `emailSnippet/${id}`, { data: '<b>{{> warned label="a"}}</b>' });
    const restoring = await call('POST', `emailSnippet/${id}/versions/1/restore`);
    const again = await call('PUT', `emailSnippet/${inside.body.id}`, { data: warned });
    expect(
      [created, changed, inside, around, restoring, again].map(({ headers }) =>
        headers.get('livery-warnings'),
      ),
    ).toEqual(['0', '0', '3', '3', '0', '3']);
    await call('PUT', `emailSnippet/${id}`, { data: 'new' });
    await call('DELETE', `emailSnippet/${inside.body.id}`);

    expect((await call('DELETE', `emailSnippet/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await call(method, `emailSnippet/${id}`)).status).toBe(404);
    }
    expect((await call('GET', 'emailSnippet')).body).toEqual([]);
    expect((await call('GET', 'emailSnippet?deleted=true')).body).toMatchObject([{ id, data: 'new' }, {}]);
    const restored = await call('PATCH', `emailSnippet/${id}`);
    expect([restored.status, restored.body.data]).toEqual([200, 'new']);
    expect((await call('PATCH', `emailSnippet/${id}`)).body).toEqual(restored.body);
  });

  it('have versions, which can be restored', async () => {
    const id = await snippet('header', 'one');
    await call('PUT', `emailSnippet/${id}`, { data: 'two', name: 'top' });
    const { body } = await call('GET', `emailSnippet/${id}/versions`);
    expect(body).toEqual([
      { number: 1, name: 'header', type: 'html', bytes: 3, createdAt: TIMESTAMP },
      { number: 2, name: 'top', type: 'html', bytes: 3, createdAt: TIMESTAMP },
    ]);
    const first = await call('GET', `emailSnippet/${id}/versions/1`);
    expect(first.body).toEqual({
      number: 1,
      name: 'header',
      type: 'html',
      data: 'one',
      createdAt: TIMESTAMP,
    });
    expect(first.headers.get('etag')).toBe(`"${id}.1"`);
    const restored = await call('POST', `emailSnippet/${id}/versions/1/restore`);
    expect([restored.status, restored.body]).toMatchObject([200, { id, name: 'header', data: 'one' }]);
    expect(restored.headers.get('etag')).toBe(`"${id}.3"`);
    expect((await call('GET', `emailSnippet/${id}/versions/9`)).status).toBe(404);
  });

  it('are created once for one Idempotency-Key, and belong to one partner', async () => {
    const fields = { name: 'header', type: 'html', data: 'x' };
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = [
      await call('POST', 'emailSnippet', fields, headers),
      await call('POST', 'emailSnippet', fields, headers),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    partner = await app.partner();
    expect((await call('GET', `emailSnippet/${first.body.id}`)).status).toBe(404);
    const answer = await call('POST', 'emailTemplate', { type: 'html', parser: 'hbs', data: '{{> header}}' });
    expect(errorsOf(answer)).toEqual(['1:1 unknown_snippet']);
    await snippet('header', 'ours');
  });

  it('are refused without a valid name, a type and a text', async () => {
    const answer = await call('POST', 'emailSnippet', { name: 'a b', type: 'text', data: '', more: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort()).toEqual([
      '/data too_short',
      '/more unknown_member',
      '/name invalid_name',
      '/type not_allowed',
    ]);
    for (const name of ['', 'x'.repeat(101), 'a.b', '1a', 'else', '@partial-block', null, 5]) {
      expect([name, (await call('POST', 'emailSnippet', { name, type: 'html', data: 'x' })).status]).toEqual([
        name,
        400,
      ]);
    }
    for (const name of ['ö', '_a-b$1', 'x'.repeat(100)]) await snippet(name, 'x');
  });

  it('have unique names among those that are not deleted', async () => {
    const id = await snippet('header', 'one');
    const other = await snippet('footer', 'two');
    const taken = await call('POST', 'emailSnippet', { name: 'header', type: 'html', data: 'x' });
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
    expect((await call('PUT', `emailSnippet/${other}`, { name: 'header' })).status).toBe(409);
    await call('DELETE', `emailSnippet/${id}`);
    expect((await call('PUT', `emailSnippet/${other}`, { name: 'header' })).status).toBe(200);
    expect((await call('PATCH', `emailSnippet/${id}`)).body.code).toBe('name_taken');
  });

  it('are refused with all lines that do not compile by themselves', async () => {
    const fields = { name: 'a', type: 'html' };
    const refused = async (data: string) => {
      const answer = await call('POST', 'emailSnippet', { ...fields, data });
      expect([answer.status, answer.body.code]).toEqual([422, 'snippet_invalid']);
      return errorsOf(answer);
    };
    expect(await refused('x\n{{shout y}} {{> none}}\n{{formatDate "soon"}}')).toEqual([
      '2:1 unknown_helper',
      '2:13 unknown_snippet',
      '3:14 invalid_value',
    ]);
    expect(await refused('x\n{{#if a}}')).toEqual(['2:1 unclosed_block']);
    expect(await refused('{{> a}}')).toEqual(['1:1 snippet_circle']);
  });

  it('are in every template that includes them, with their values and blocks', async () => {
    await snippet('button', '<a href="{{href}}">{{label}}</a>');
    await snippet('page', '<main>{{> @partial-block}}<i>{{title}}</i></main>');
    const id = await template('{{#> page title=name}}{{> button label="Go" href=link.href}}{{/page}}');
    const html = await rendered(id, { name: 'A & B', link: { href: 'https://a.example/' } });
    expect(html).toBe('<main><a href="https://a.example/">Go</a><i>A &amp; B</i></main>');
    const { body } = await call('GET', `emailTemplate/${id}/variables`);
    expect(body).toEqual([
      { path: 'link.href', uses: [{ line: 1, column: 12, as: 'value', snippet: 'button' }] },
      { path: 'name', uses: [{ line: 1, column: 32, as: 'value', snippet: 'page' }] },
    ]);
    expect((await call('GET', `emailTemplate/${id}`)).body.data).toContain('{{#> page title=name}}');
  });

  it('change every template that includes them at once, and none of their versions', async () => {
    const inner = await snippet('inner', 'one');
    await snippet('outer', '[{{> inner}}]');
    const id = await template('<p>{{> outer}}</p>', 'Mine');
    const before = await call('GET', `emailTemplate/${id}`);
    expect(await rendered(id)).toBe('<p>[one]</p>');
    expect((await call('PUT', `emailSnippet/${inner}`, { data: 'two {{year}}' })).status).toBe(200);
    expect(await rendered(id, { year: 7 })).toBe('<p>[two 7]</p>');
    const after = await call('GET', `emailTemplate/${id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    expect((await call('GET', `emailTemplate/${id}/versions`)).body).toHaveLength(1);
    await call('POST', `emailSnippet/${inner}/versions/1/restore`);
    expect(await rendered(id)).toBe('<p>[one]</p>');
  });

  it('are not changed if a template would break, which the error names with the line', async () => {
    const id = await snippet('header', '<mj-section></mj-section>', 'mjml');
    await snippet('outer', '{{> header}}', 'mjml');
    const mjml = '<mjml><mj-body>\n{{> outer}}</mj-body></mjml>';
    const one = await template(mjml, 'Spring', 'mjml');
    const two = await template(mjml, null, 'mjml');
    const broken = await call('PUT', `emailSnippet/${id}`, {
      data: '<mj-section>\n <mj-txt>x</mj-txt></mj-section>',
    });
    expect([broken.status, broken.body.code]).toEqual([422, 'templates_would_break']);
    expect(errorsOf(broken)).toEqual([
      expect.stringMatching(`^${one} header 2:2 `),
      expect.stringMatching(`^${two} header 2:2 `),
    ]);
    expect(broken.body.errors[0].message).toMatch(
      /^Template \d+ \(Spring\): In snippet header, line 2: There is no MJML/,
    );
    const renamed = await call('PUT', `emailSnippet/${id}`, { name: 'top' });
    expect(errorsOf(renamed)).toEqual([
      'outer 1:1 unknown_snippet',
      `${one} outer 1:1 unknown_snippet`,
      `${two} outer 1:1 unknown_snippet`,
    ]);
    expect((await call('PUT', `emailSnippet/${id}`, { type: 'html' })).body.code).toBe(
      'templates_would_break',
    );
    const circle = await call('PUT', `emailSnippet/${id}`, { data: '{{> outer}}' });
    expect(circle.body.errors[0].message).toContain('header → outer → header');
    expect((await call('GET', `emailSnippet/${id}`)).body.data).toBe('<mj-section></mj-section>');
  });

  it('cannot be deleted while something includes them', async () => {
    const id = await snippet('header', 'x');
    const outer = await snippet('outer', '{{> header}}');
    const used = await template('{{> outer}}', 'Spring');
    const usage = { templates: [{ id: used, name: 'Spring' }], snippets: [{ id: outer, name: 'outer' }] };
    expect((await call('GET', `emailSnippet/${id}/usage`)).body).toEqual(usage);
    expect((await call('GET', `emailTemplate/${used}/snippets`)).body).toEqual([
      { id, name: 'header' },
      { id: outer, name: 'outer' },
    ]);
    const refused = await call('DELETE', `emailSnippet/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'snippet_in_use']);
    expect(refused.body.errors.map(({ message }: Json) => message)).toEqual([
      `Template ${used} (Spring) includes it.`,
      'Snippet outer includes it.',
    ]);
    await call('DELETE', `emailTemplate/${used}`);
    for (const each of [outer, id]) expect((await call('DELETE', `emailSnippet/${each}`)).status).toBe(204);
    const undone = await call('PATCH', `emailTemplate/${used}`);
    expect([undone.status, errorsOf(undone)]).toEqual([422, ['1:1 unknown_snippet']]);
    expect(errorsOf(await call('PATCH', `emailSnippet/${outer}`))).toEqual(['1:1 unknown_snippet']);
    for (const each of [id, outer]) expect((await call('PATCH', `emailSnippet/${each}`)).status).toBe(200);
    await call('PUT', `emailSnippet/${id}`, { data: 'newer' });
    expect((await call('PATCH', `emailTemplate/${used}`)).status).toBe(200);
    expect(await rendered(used)).toBe('newer');
  });

  it('have their lines in the errors and warnings of templates', async () => {
    await snippet('image', '<p>\n<img src="{{a}}"></p>');
    const data = 'x\n{{> image}} {{shout b}}\n{{> imgae}}';
    const invalid = await call('POST', 'emailTemplate/validate', { type: 'html', parser: 'hbs', data });
    expect(errorsOf(invalid)).toEqual(['2:13 unknown_helper', '3:1 unknown_snippet']);
    expect(invalid.body.errors[1].message).toBe('There is no snippet imgae. Did you mean image?');
    const valid = await call('POST', 'emailTemplate/validate', {
      type: 'html',
      parser: 'hbs',
      data: 'x\n{{> image}}',
    });
    expect(valid.body.warnings).toContainEqual({
      code: 'alt_missing',
      message: expect.stringMatching(/^In snippet image, line 2: /),
      line: 2,
      column: 1,
      snippet: 'image',
    });
  });

  it('can be included only by templates of their type with a parser', async () => {
    await snippet('header', 'x');
    const mjml = '<mjml><mj-body>{{> header}}</mj-body></mjml>';
    const wrong = await call('POST', 'emailTemplate', { type: 'mjml', parser: 'hbs', data: mjml });
    expect(errorsOf(wrong)).toEqual(['1:16 wrong_snippet_type']);
    const plain = await call('POST', 'emailTemplate', { type: 'html', data: '{{> header}}' });
    expect(plain.status).toBe(201);
    expect(await rendered(plain.body.id)).toBe('{{> header}}');
  });

  it('are stored as templates were checked with them, even with concurrent saves', async () => {
    const id = await snippet('header', 'v0');
    const templates = await Promise.all([1, 2, 3].map((number) => template(`${number} {{> header}}`)));
    const saves = Array.from({ length: 6 }, (_, number) => [
      call('PUT', `emailSnippet/${id}`, { data: `v${number + 1}` }),
      call('PUT', `emailTemplate/${templates[number % 3]}`, { data: `${number} {{> header}} {{> header}}` }),
    ]);
    const answers = await Promise.all(saves.flat());
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = (await call('GET', `emailSnippet/${id}`)).body;
    for (const each of templates) {
      const written = (await call('GET', `emailTemplate/${each}`)).body.data;
      expect(await rendered(each)).toBe(written.replaceAll('{{> header}}', data));
    }
  });

  it('are checked with up to a hundred templates', async () => {
    const id = await snippet('header', 'x');
    const used = [];
    for (let number = 0; number < 100; number += 1) used.push(await template(`{{> header}}${number}`));
    const more = await call('POST', 'emailTemplate', { type: 'html', parser: 'hbs', data: '{{> header}}' });
    expect([more.status, more.body.code]).toEqual([409, 'limit_reached']);
    expect((await call('PUT', `emailSnippet/${id}`, { data: 'y' })).status).toBe(200);
    expect(await rendered(used[99] ?? 0)).toBe('y99');
    const broken = await call('PUT', `emailSnippet/${id}`, { data: '{{> none}}' });
    expect(broken.status).toBe(422);
  });
});
