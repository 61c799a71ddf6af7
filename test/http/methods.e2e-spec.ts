import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { documentedRoutes } from '../support/documented.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('Methods', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  it('that a known path does not have are 405 with Allow, on every documented path', async () => {
    const methodsOf = new Map<string, Set<string>>();
    for (const { method, path } of await documentedRoutes(app)) {
      methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method));
    }
    expect(methodsOf.size).toBeGreaterThan(10);
    for (const [path, methods] of methodsOf) {
      const known = [...methods, 'OPTIONS', ...(methods.has('GET') ? ['HEAD'] : [])].sort();
      for (const method of METHODS.filter((candidate) => !methods.has(candidate))) {
        const answer = await app.request(method, path.replaceAll(/\{[^}]+\}/g, '1'), { key: partner.key });
        expect([method, path, answer.status, answer.body?.code]).toEqual([
          method,
          path,
          405,
          'method_not_allowed',
        ]);
        expect(answer.headers.get('allow')).toBe(known.join(', '));
      }
    }
  });

  it('are listed by OPTIONS', async () => {
    const answer = await app.request('OPTIONS', '/partner/webhookSubscription/1');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PATCH, PUT');
    expect((await app.request('OPTIONS', '/nothing')).status).toBe(404);
  });

  it('include HEAD wherever there is GET', async () => {
    const head = await app.request('HEAD', '/partner/webhookSubscription', { key: partner.key });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await app.request('HEAD', '/partner/webhookSubscription')).status).toBe(401);
    expect((await app.request('HEAD', '/internal/partner/1/portalLink/none')).status).toBe(404);
  });

  it('are not found under another spelling of the path', async () => {
    for (const path of ['/Partner/webhookSubscription', '/partner/webhooksubscription']) {
      expect((await app.request('GET', path, { key: partner.key })).status).toBe(404);
    }
  });

  it('of the service routes are unknown without INTERNAL_TOKEN', async () => {
    const closed = await startApp({ INTERNAL_TOKEN: '' });
    try {
      const calls = [
        ['GET', '/internal/partner'],
        ['PATCH', '/internal/partner'],
        ['OPTIONS', '/internal/partner'],
        ['GET', '/internal/openapi.json'],
        ['POST', '/internal/event'],
      ] as const;
      for (const [method, path] of calls) {
        const answer = await closed.internal(method, path);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    } finally {
      await closed.stop();
    }
  });
});
