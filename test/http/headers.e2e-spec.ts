import { startApp, type TestApp, type TestPartner } from '../support/app.js';

describe('Headers of answers', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => {
    app = await startApp();
    partner = await app.partner();
  });
  afterAll(() => app.stop());

  it('keep browsers and caches from storing or running partners’ data', async () => {
    for (const path of ['/partner/webhookSubscription', '/partner/webhookSubscription/1', '/partner/none']) {
      const { headers } = await app.request('GET', path, { key: partner.key });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('name no software, set no cookie and allow no other site', async () => {
    for (const path of ['/partner/webhookSubscription', '/docs', '/health/live', '/none']) {
      const { headers } = await app.request('GET', path, {
        key: partner.key,
        headers: { origin: 'https://elsewhere.example' },
      });
      for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin']) {
        expect([path, name, headers.get(name)]).toEqual([path, name, null]);
      }
    }
  });

  it('ignore headers of an untrusted proxy', async () => {
    const { body } = await app.request('GET', '/none', {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '1.1.1.1',
      },
    });
    expect(JSON.stringify(body)).not.toContain('evil');
  });
});
