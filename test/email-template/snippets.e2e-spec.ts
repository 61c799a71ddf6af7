import { type Json, startApp, type TestApp } from '../support/app.js';
import { errorsOf, SnippetPartner } from './snippet-partner.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('Snippets', () => {
  let app: TestApp;
  let mine: SnippetPartner;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    mine = new SnippetPartner(app, (await app.partner()).key);
  });
  afterAll(() => app.stop());

  it('are created, read, changed, deleted and restored as templates are', async () => {
    const fields = { name: 'header', type: 'html', data: '<h1>{{company.name}}</h1>' };
    const created = await mine.call('POST', 'emailSnippet', fields);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.body).toEqual({ id, ...fields, createdAt: TIMESTAMP, updatedAt: TIMESTAMP });
    expect(created.headers.get('location')).toBe(`/partner/emailSnippet/${id}`);
    expect(created.headers.get('etag')).toBe(`"${id}.1"`);
    expect((await mine.call('GET', `emailSnippet/${id}`)).body).toEqual(created.body);
    expect((await mine.call('GET', 'emailSnippet')).body).toEqual([created.body]);

    const stale = await mine.call('PUT', `emailSnippet/${id}`, { data: 'x' }, { 'if-match': `"${id}.9"` });
    expect(stale.status).toBe(412);
    const same = await mine.call('PUT', `emailSnippet/${id}`, created.body);
    expect([same.status, same.headers.get('etag'), same.body]).toEqual([200, `"${id}.1"`, created.body]);
    const changed = await mine.call(
      'PUT',
      `emailSnippet/${id}`,
      { data: 'new' },
      { 'if-match': `"${id}.1"` },
    );
    expect([changed.status, changed.headers.get('etag'), changed.body.data]).toEqual([
      200,
      `"${id}.2"`,
      'new',
    ]);

    const warned = '<img src="http://x.example/a.png"><p style="colr: red">{{label}}';
    const inside = await mine.call('POST', 'emailSnippet', { name: 'warned', type: 'html', data: warned });
    const around = await mine.call('PUT', `emailSnippet/${id}`, { data: '<b>{{> warned label="a"}}</b>' });
    const restoring = await mine.call('POST', `emailSnippet/${id}/versions/1/restore`);
    const again = await mine.call('PUT', `emailSnippet/${inside.body.id}`, { data: warned });
    expect(
      [created, changed, inside, around, restoring, again].map(({ headers }) =>
        headers.get('livery-warnings'),
      ),
    ).toEqual(['0', '0', '3', '3', '0', '3']);
    await mine.call('PUT', `emailSnippet/${id}`, { data: 'new' });
    await mine.call('DELETE', `emailSnippet/${inside.body.id}`);

    expect((await mine.call('DELETE', `emailSnippet/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      expect((await mine.call(method, `emailSnippet/${id}`)).status).toBe(404);
    }
    expect((await mine.call('GET', 'emailSnippet')).body).toEqual([]);
    expect((await mine.call('GET', 'emailSnippet?deleted=true')).body).toMatchObject([
      { id, data: 'new' },
      {},
    ]);
    const restored = await mine.call('PATCH', `emailSnippet/${id}`);
    expect([restored.status, restored.body.data]).toEqual([200, 'new']);
    expect((await mine.call('PATCH', `emailSnippet/${id}`)).body).toEqual(restored.body);
  });

  it('have versions, which can be restored', async () => {
    const id = await mine.snippet('header', 'one');
    await mine.call('PUT', `emailSnippet/${id}`, { data: 'two', name: 'top' });
    const { body } = await mine.call('GET', `emailSnippet/${id}/versions`);
    expect(body).toEqual([
      { number: 1, name: 'header', type: 'html', bytes: 3, createdAt: TIMESTAMP },
      { number: 2, name: 'top', type: 'html', bytes: 3, createdAt: TIMESTAMP },
    ]);
    const first = await mine.call('GET', `emailSnippet/${id}/versions/1`);
    expect(first.body).toEqual({
      number: 1,
      name: 'header',
      type: 'html',
      data: 'one',
      createdAt: TIMESTAMP,
    });
    expect(first.headers.get('etag')).toBe(`"${id}.1"`);
    const restored = await mine.call('POST', `emailSnippet/${id}/versions/1/restore`);
    expect([restored.status, restored.body]).toMatchObject([200, { id, name: 'header', data: 'one' }]);
    expect(restored.headers.get('etag')).toBe(`"${id}.3"`);
    expect((await mine.call('GET', `emailSnippet/${id}/versions/9`)).status).toBe(404);
  });

  it('are created once for one Idempotency-Key, and belong to one partner', async () => {
    const fields = { name: 'header', type: 'html', data: 'x' };
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = [
      await mine.call('POST', 'emailSnippet', fields, headers),
      await mine.call('POST', 'emailSnippet', fields, headers),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    mine = new SnippetPartner(app, (await app.partner()).key);
    expect((await mine.call('GET', `emailSnippet/${first.body.id}`)).status).toBe(404);
    const answer = await mine.call('POST', 'emailTemplate', {
      type: 'html',
      parser: 'hbs',
      data: '{{> header}}',
    });
    expect(errorsOf(answer)).toEqual(['1:1 unknown_snippet']);
    await mine.snippet('header', 'ours');
  });

  it('are refused without a valid name, a type and a text', async () => {
    const answer = await mine.call('POST', 'emailSnippet', { name: 'a b', type: 'text', data: '', more: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort()).toEqual([
      '/data too_short',
      '/more unknown_member',
      '/name invalid_name',
      '/type not_allowed',
    ]);
    for (const name of ['', 'x'.repeat(101), 'a.b', '1a', 'else', '@partial-block', null, 5]) {
      expect([
        name,
        (await mine.call('POST', 'emailSnippet', { name, type: 'html', data: 'x' })).status,
      ]).toEqual([name, 400]);
    }
    for (const name of ['ö', '_a-b$1', 'x'.repeat(100)]) await mine.snippet(name, 'x');
  });

  it('have unique names among those that are not deleted', async () => {
    const id = await mine.snippet('header', 'one');
    const other = await mine.snippet('footer', 'two');
    const taken = await mine.call('POST', 'emailSnippet', { name: 'header', type: 'html', data: 'x' });
    expect([taken.status, taken.body.code]).toEqual([409, 'name_taken']);
    expect((await mine.call('PUT', `emailSnippet/${other}`, { name: 'header' })).status).toBe(409);
    await mine.call('DELETE', `emailSnippet/${id}`);
    expect((await mine.call('PUT', `emailSnippet/${other}`, { name: 'header' })).status).toBe(200);
    expect((await mine.call('PATCH', `emailSnippet/${id}`)).body.code).toBe('name_taken');
  });

  it('are refused with all lines that do not compile by themselves', async () => {
    const fields = { name: 'a', type: 'html' };
    const refused = async (data: string) => {
      const answer = await mine.call('POST', 'emailSnippet', { ...fields, data });
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
});
