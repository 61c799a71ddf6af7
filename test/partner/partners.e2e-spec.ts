import { startApp, type TestApp } from '../support/app.js';

describe('Partners over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  const create = async (name = 'Acme') => (await app.internal('POST', '/internal/partner', { name })).body;
  const pointers = (body: { errors: { pointer: string; code: string }[] }) =>
    body.errors.map(({ pointer, code }) => `${pointer} ${code}`).sort();

  it('are created with a name and features', async () => {
    const answer = await app.internal('POST', '/internal/partner', {
      name: 'Acme',
      features: ['companyExpense', 'companyExpense'],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      name: 'Acme',
      features: ['companyExpense'],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers.get('location')).toBe(`/internal/partner/${answer.body.id}`);
    expect(answer.headers.get('etag')).toBe(`"${answer.body.id}.1"`);
    const read = await app.internal('GET', `/internal/partner/${answer.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(answer.body);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  it('have no features unless they are given', async () => {
    expect((await create()).features).toEqual([]);
  });

  it('are refused with every fault at once', async () => {
    const answer = await app.internal('POST', '/internal/partner', {
      name: '',
      features: ['companyExpense', 'everything', 7],
      colour: 'red',
      id: 'ignored',
    });
    expect(answer.status).toBe(400);
    expect(pointers(answer.body)).toEqual([
      '/colour unknown_member',
      '/features/1 not_allowed',
      '/features/2 wrong_type',
      '/name too_short',
    ]);
    for (const body of [{}, { name: null }, { name: 'x'.repeat(256) }, { name: 'a', features: null }, []]) {
      expect((await app.internal('POST', '/internal/partner', body)).status).toBe(400);
    }
  });

  it('change only the given members, and accept their own view', async () => {
    const { body: partner } = await app.internal('POST', '/internal/partner', {
      name: 'Acme',
      features: ['companyExpense'],
    });
    const path = `/internal/partner/${partner.id}`;
    const renamed = await app.internal('PUT', path, { name: 'Acme AB' });
    expect(renamed.status).toBe(200);
    expect(renamed.body).toEqual({ ...partner, name: 'Acme AB' });
    expect(renamed.headers.get('etag')).toBe(`"${partner.id}.2"`);
    expect((await app.internal('PUT', path, { features: [] })).body).toMatchObject({
      name: 'Acme AB',
      features: [],
    });
    expect((await app.internal('PUT', path, partner)).body).toEqual(partner);
    expect((await app.internal('GET', path)).body).toEqual(partner);
  });

  it('are not changed by a refused request', async () => {
    const partner = await create();
    const answer = await app.internal('PUT', `/internal/partner/${partner.id}`, {
      name: null,
      features: ['x'],
    });
    expect(answer.status).toBe(400);
    expect(pointers(answer.body)).toEqual(['/features/0 not_allowed', '/name wrong_type']);
    expect((await app.internal('GET', `/internal/partner/${partner.id}`)).body).toEqual(partner);
  });

  it('are changed and deleted only in the state that If-Match names', async () => {
    const { id } = await create();
    const send = (method: string, tag: string, body?: object) =>
      app.request(method, `/internal/partner/${id}`, {
        headers: { authorization: 'Bearer internal-token-of-the-tests', 'if-match': tag },
        ...(body !== undefined && { body }),
      });
    expect((await send('PUT', `"${id}.1"`, { name: 'Second' })).status).toBe(200);
    expect((await send('PUT', `"${id}.1"`, { name: 'Third' })).status).toBe(412);
    expect((await send('DELETE', `"${id}.1"`)).status).toBe(412);
    expect((await app.internal('GET', `/internal/partner/${id}`)).body.name).toBe('Second');
    expect((await send('DELETE', `"${id}.2"`)).status).toBe(204);
  });

  it('can be deleted, found among the deleted ones, and restored', async () => {
    const partner = await create('Here and gone');
    const path = `/internal/partner/${partner.id}`;
    const deleted = await app.internal('DELETE', path);
    expect(deleted.status).toBe(204);
    expect(deleted.text).toBe('');
    expect((await app.internal('GET', path)).status).toBe(404);
    expect((await app.internal('PUT', path, { name: 'x' })).status).toBe(404);
    expect((await app.internal('DELETE', path)).status).toBe(404);
    for (const below of ['company', 'apiKey', 'jwt']) {
      expect((await app.internal('GET', `${path}/${below}`)).status).toBe(404);
    }
    expect((await app.internal('PUT', `${path}/company/5`)).status).toBe(404);
    expect((await app.internal('POST', `${path}/apiKey`, {})).status).toBe(404);

    const ids = async (query: string) =>
      (await app.internal('GET', `/internal/partner${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids('?limit=500')).not.toContain(partner.id);
    expect(await ids('?deleted=true')).toContain(partner.id);

    const restored = await app.internal('PATCH', path);
    expect(restored.status).toBe(200);
    expect(restored.body).toEqual(partner);
    expect((await app.internal('PATCH', path)).body).toEqual(partner);
    expect(await ids('?deleted=true')).not.toContain(partner.id);
    expect((await app.internal('GET', path)).body).toEqual(partner);
  });

  it('are listed page by page, oldest first', async () => {
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await create(`Page ${i}`)).id);
    const seen: number[] = [];
    let next: string | undefined = '/internal/partner?limit=2';
    while (next !== undefined) {
      const page = await app.internal('GET', next);
      expect(page.status).toBe(200);
      expect(page.body.length).toBeLessThanOrEqual(2);
      seen.push(...page.body.map(({ id }: { id: number }) => id));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.slice(-5)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'cursor=%21', 'deleted=yes', 'unknown=1'])(
    'are not listed for the query %s',
    async (query) => {
      expect((await app.internal('GET', `/internal/partner?${query}`)).status).toBe(400);
    },
  );

  it.each([
    ['0', 400],
    ['01', 400],
    ['-1', 400],
    ['x', 400],
    ['1e3', 400],
    ['999999', 404],
    ['2147483647', 404],
    ['2147483648', 404],
    ['99999999999999999999', 404],
  ])('are not found by the id %s: %d', async (id, status) => {
    for (const [method, path, body] of [
      ['GET', `/internal/partner/${id}`],
      ['PUT', `/internal/partner/${id}`, {}],
      ['DELETE', `/internal/partner/${id}`],
      ['PATCH', `/internal/partner/${id}`],
      ['GET', `/internal/partner/${id}/company`],
      ['PUT', `/internal/partner/${id}/company/1`],
      ['DELETE', `/internal/partner/${id}/company/1`],
      ['GET', `/internal/partner/${id}/apiKey`],
      ['POST', `/internal/partner/${id}/apiKey`, {}],
      ['DELETE', `/internal/partner/${id}/apiKey/1`],
      ['GET', `/internal/partner/${id}/jwt`],
      ['DELETE', `/internal/partner/${id}/jwt`],
    ] as const) {
      expect([method, path, (await app.internal(method, path, body)).status]).toEqual([method, path, status]);
    }
  });
});
