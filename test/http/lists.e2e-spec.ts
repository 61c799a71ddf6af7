import { startApp, type TestApp, type TestPartner } from '../support/app.js';

const PATH = '/partner/webhookSubscription';

/** The address in `Link: <…>; rel="next"`; null without one. */
function nextOf(headers: Headers): string | null {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
}

describe('Lists', () => {
  let app: TestApp;
  let partner: TestPartner;
  const ids: number[] = [];
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
    for (let index = 0; index < 7; index += 1) {
      const body = {
        type: 'document.sent',
        isActive: true,
        url: `https://a.example/${index}`,
        includePaths: [],
      };
      ids.push((await app.request('POST', PATH, { key: partner.key, body })).body.id);
    }
  });
  afterAll(() => app.stop());

  const list = (query: string) => app.request('GET', `${PATH}${query}`, { key: partner.key });

  it('are bare arrays, oldest id first', async () => {
    const { body, headers } = await list('');
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(headers.get('link')).toBeNull();
  });

  it('link from page to page to the end, keeping the other parameters', async () => {
    const seen: number[] = [];
    let next: string | null = `${PATH}?limit=3&deleted=false`;
    const sizes: number[] = [];
    while (next !== null) {
      const { status, body, headers } = await app.request('GET', next, { key: partner.key });
      expect(status).toBe(200);
      sizes.push(body.length);
      seen.push(...body.map(({ id }: { id: number }) => id));
      next = nextOf(headers);
      if (next !== null) {
        expect(next).toMatch(/^\/partner\/webhookSubscription\?/);
        const parameters = new URLSearchParams(next.split('?')[1]);
        expect([parameters.get('limit'), parameters.get('deleted')]).toEqual(['3', 'false']);
      }
    }
    expect([sizes, seen]).toEqual([[3, 3, 1], ids]);
  });

  it('have no next page when the last one is just full', async () => {
    expect(nextOf((await list('?limit=7')).headers)).toBeNull();
    expect(nextOf((await list('?limit=6')).headers)).not.toBeNull();
  });

  it.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=501', 'limit', 'out_of_range'],
    ['limit=-1', 'limit', 'out_of_range'],
    ['limit=', 'limit', 'wrong_type'],
    ['limit=1.5', 'limit', 'wrong_type'],
    ['limit=1e2', 'limit', 'wrong_type'],
    ['limit=ten', 'limit', 'wrong_type'],
    ['limit=1&limit=2', 'limit', 'repeated_parameter'],
    ['limit[]=1', 'limit[]', 'unknown_parameter'],
    ['deleted=yes', 'deleted', 'wrong_type'],
    ['deleted=', 'deleted', 'wrong_type'],
    ['cursor=', 'cursor', 'too_short'],
    ['cursor=!!', 'cursor', 'invalid_cursor'],
    ['cursor=%00', 'cursor', 'unstorable_text'],
    ['cursor=0', 'cursor', 'invalid_cursor'],
    ['cursor=1.5', 'cursor', 'invalid_cursor'],
    ['cursor=01', 'cursor', 'invalid_cursor'],
    ['cursor=99999999999', 'cursor', 'invalid_cursor'],
    ['cursor=MTAw', 'cursor', 'invalid_cursor'],
    ['offset=1', 'offset', 'unknown_parameter'],
    ['__proto__=1', '__proto__', 'unknown_parameter'],
    ['constructor=1', 'constructor', 'unknown_parameter'],
  ])('refuse ?%s', async (query, parameter, code) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '', parameter, code })]);
    expect(body.errors[0].message).toContain(parameter);
  });

  it('report every wrong parameter at once', async () => {
    const { body } = await list('?limit=0&deleted=1&page=2');
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual([
      'deleted',
      'limit',
      'page',
    ]);
  });

  it('list the known parameters in the error about an unknown one', async () => {
    const { body } = await list('?offset=1');
    expect(body.errors[0].message).toMatch(/^Query parameter offset: Is not a known parameter\. There are: /);
    for (const name of ['cursor', 'limit', 'deleted']) expect(body.errors[0].message).toContain(name);
    const misspelt = await list('?limits=1');
    expect(misspelt.body.errors[0].message).toContain(
      'Is not a known parameter. Did you mean "limit"? There are: ',
    );
  });

  it('with deleted=true show the deleted objects instead, so that an undo can be found', async () => {
    const [id] = ids.splice(2, 1);
    expect((await app.request('DELETE', `${PATH}/${id}`, { key: partner.key })).status).toBe(204);
    expect((await list('')).body.map((one: { id: number }) => one.id)).toEqual(ids);
    expect((await list('?deleted=true')).body.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await app.request('PATCH', `${PATH}/${id}`, { key: partner.key })).status).toBe(200);
    expect((await list('?deleted=true')).body).toEqual([]);
  });

  it('are the only ones with query parameters: other routes refuse them', async () => {
    for (const [method, path] of [
      ['GET', `${PATH}/${ids[0]}?x=1`],
      ['DELETE', `${PATH}/${ids[0]}?limit=1`],
      ['PATCH', `${PATH}/${ids[0]}?cursor=1`],
    ] as const) {
      const { status, body } = await app.request(method, path, { key: partner.key });
      expect([status, body.errors[0].code]).toEqual([400, 'unknown_parameter']);
    }
  });
});
