import { startApp, type TestApp } from '../support/app.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('Request ids', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startApp()));
  afterAll(() => app.stop());

  const get = (path: string, id?: string) =>
    app.request('GET', path, id === undefined ? {} : { headers: { 'x-request-id': id } });

  it('are generated if none is given, and differ', async () => {
    const ids = await Promise.all(
      ['/health/live', '/nothing', '/partner/webhookSubscription', '/%'].map(
        async (path) => (await get(path)).headers.get('x-request-id') ?? '',
      ),
    );
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are returned in the header and the problem', async () => {
    for (const id of ['a', 'x'.repeat(128), '!"#$%&/()=~']) {
      const { headers, body } = await get('/partner/webhookSubscription', id);
      expect([headers.get('x-request-id'), body.requestId]).toEqual([id, id]);
    }
  });

  it('are replaced when they are not visible ASCII of at most 128 characters', async () => {
    for (const id of ['', 'x'.repeat(129), 'two words', 'käse']) {
      expect((await get('/nothing', id)).headers.get('x-request-id')).toMatch(UUID);
    }
  });
});
