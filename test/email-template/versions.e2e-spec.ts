import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('The versions of an email template', () => {
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

  /** Creates a template called `One`, then renames it to `Two`, then changes its text. */
  async function changedTwice(): Promise<number> {
    const body = { name: 'One', type: 'html', parser: 'hbs', data: 'one {{a}}', inlineStyles: true };
    const { id } = (await call('POST', '', body)).body;
    expect((await call('PUT', `/${id}`, { name: 'Two' })).status).toBe(200);
    expect((await call('PUT', `/${id}`, { parser: null, data: 'three {{#if' })).status).toBe(200);
    return id;
  }

  const numbersOf = ({ body }: { readonly body: Json }) => body.map(({ number }: Json) => number);

  it('are all former ones and the present one, oldest first', async () => {
    const id = await changedTwice();
    const answer = await call('GET', `/${id}/versions`);
    expect(answer.status).toBe(200);
    const common = { type: 'html', inlineStyles: true, createdAt: TIMESTAMP };
    expect(answer.body).toEqual([
      { number: 1, name: 'One', parser: 'hbs', bytes: 9, ...common },
      { number: 2, name: 'Two', parser: 'hbs', bytes: 9, ...common },
      { number: 3, name: 'Two', parser: null, bytes: 11, ...common },
    ]);
    const present = await call('GET', `/${id}`);
    expect(present.body.updatedAt).toBe(answer.body[2].createdAt);
    expect(present.headers.get('etag')).toBe(`"${id}.3"`);
  });

  it('are read one by one with their text', async () => {
    const id = await changedTwice();
    const first = await call('GET', `/${id}/versions/1`);
    expect(first.status).toBe(200);
    const fields = { name: 'One', type: 'html', parser: 'hbs', data: 'one {{a}}', inlineStyles: true };
    expect(first.body).toEqual({ number: 1, ...fields, createdAt: TIMESTAMP });
    expect(first.headers.get('etag')).toBe(`"${id}.1"`);
    expect((await call('GET', `/${id}/versions/3`)).body).toMatchObject({
      parser: null,
      data: 'three {{#if',
    });
  });

  it('are kept up to fifty, the newest', async () => {
    const id = await changedTwice();
    for (let change = 0; change < 50; change += 1) await call('PUT', `/${id}`, { name: `Name ${change}` });
    const numbers = numbersOf(await call('GET', `/${id}/versions`));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 4));
    expect((await call('GET', `/${id}/versions/3`)).status).toBe(404);
    expect((await call('POST', `/${id}/versions/3/restore`)).status).toBe(404);
    expect((await call('POST', `/${id}/versions/4/restore`)).body).toMatchObject({ name: 'Name 0' });
  });

  it('are paged like every list', async () => {
    const id = await changedTwice();
    const first = await call('GET', `/${id}/versions?limit=2`);
    expect(numbersOf(first)).toEqual([1, 2]);
    const next = /<\/partner\/emailTemplate([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await call('GET', next ?? '');
    expect([numbersOf(second), second.headers.get('link')]).toEqual([[3], null]);
    for (const query of ['?limit=0', '?cursor=x', '?deleted=true']) {
      expect([query, (await call('GET', `/${id}/versions${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('are restored as a new version', async () => {
    const id = await changedTwice();
    const answer = await call('POST', `/${id}/versions/1/restore`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, name: 'One', parser: 'hbs', data: 'one {{a}}' });
    expect(answer.headers.get('etag')).toBe(`"${id}.4"`);
    expect((await call('GET', `/${id}`)).body).toEqual(answer.body);
    const versions = await call('GET', `/${id}/versions`);
    expect(numbersOf(versions)).toEqual([1, 2, 3, 4]);
    expect(versions.body[3]).toMatchObject({ name: 'One', bytes: 9 });
    expect((await call('POST', `/${id}/render`, { data: { a: 'x' } })).text).toBe('one x');
  });

  it('are compiled before they are restored', async () => {
    const id = await changedTwice();
    // As if it had been stored under a higher limit.
    await app.database.query(
      `UPDATE email_template_version SET data = E'a\\n {{> old}}' WHERE partner_id = $1 AND template_id = $2 AND number = 1`,
      [partner.id, id],
    );
    const answer = await call('POST', `/${id}/versions/1/restore`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ pointer: '/data', line: 2, column: 2, code: 'unknown_snippet' }),
    ]);
    expect(numbersOf(await call('GET', `/${id}/versions`))).toEqual([1, 2, 3]);
  });

  it('obey If-Match when they are restored', async () => {
    const id = await changedTwice();
    const stale = await call('POST', `/${id}/versions/1/restore`, undefined, { 'if-match': `"${id}.2"` });
    expect(stale.status).toBe(412);
    const fresh = await call('POST', `/${id}/versions/1/restore`, undefined, { 'if-match': `"${id}.3"` });
    expect(fresh.status).toBe(200);
  });

  it('outlive the deletion of the template', async () => {
    const id = await changedTwice();
    await call('DELETE', `/${id}`);
    expect((await call('GET', `/${id}/versions`)).status).toBe(404);
    expect((await call('POST', `/${id}/versions/1/restore`)).status).toBe(404);
    await call('PATCH', `/${id}`);
    expect(numbersOf(await call('GET', `/${id}/versions`))).toEqual([1, 2, 3]);
    await call('PUT', `/${id}`, { name: 'Back' });
    // Deletion and undo change the ETag, but create no versions.
    expect(numbersOf(await call('GET', `/${id}/versions`))).toEqual([1, 2, 3, 6]);
  });

  it('are not found under unknown numbers', async () => {
    const id = await changedTwice();
    for (const [number, status] of [
      ['4', 404],
      ['2147483648', 404],
      ['0', 400],
      ['x', 400],
    ] as const) {
      const read = await call('GET', `/${id}/versions/${number}`);
      const restored = await call('POST', `/${id}/versions/${number}/restore`);
      expect([number, read.status, restored.status]).toEqual([number, status, status]);
    }
  });

  it('are inaccessible to other partners', async () => {
    const id = await changedTwice();
    const stranger = await app.partner();
    for (const [method, path] of [
      ['GET', '/versions'],
      ['GET', '/versions/1'],
      ['POST', '/versions/1/restore'],
    ] as const) {
      const ask = (wanted: number) =>
        app.request(method, `/partner/emailTemplate/${wanted}${path}`, {
          key: stranger.key,
          headers: { 'x-request-id': 'same' },
        });
      const foreign = await ask(id);
      const unknown = await ask(2_000_000_000);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
    }
    expect(numbersOf(await call('GET', `/${id}/versions`))).toEqual([1, 2, 3]);
  });

  it('are shown to a key that may only read, and not restored by it', async () => {
    const reader = await app.partner({ scopes: ['read'] });
    const ask = (method: string, path: string) =>
      app.request(method, `/partner/emailTemplate/1/versions${path}`, { key: reader.key });
    expect((await ask('GET', '')).status).toBe(404);
    expect((await ask('POST', '/1/restore')).status).toBe(403);
  });

  it('include every one of several concurrent changes', async () => {
    const id = await changedTwice();
    const names = Array.from({ length: 6 }, (_, index) => `Name ${index}`);
    await Promise.all(names.map((name) => call('PUT', `/${id}`, { name })));
    const { body } = await call('GET', `/${id}/versions`);
    expect(new Set(body.slice(3).map(({ name }: Json) => name))).toEqual(new Set(names));
    expect(numbersOf({ body })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
