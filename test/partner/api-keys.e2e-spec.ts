import { jest } from '@jest/globals';
import { newApiKeyText } from '../../src/partner/domain/api-key-text.js';
import { Clock } from '../../src/shared/clock.js';
import { startApp, type TestApp, type TestAnswer } from '../support/app.js';

/** A route that reads, and one that writes but finds nothing to change: 404 shows that the guard let it pass. */
const READ = ['GET', '/partner/webhookSubscription'] as const;
const WRITE = ['DELETE', '/partner/webhookSubscription/2000000000'] as const;
const TEST_RENDER = ['POST', '/partner/webhookSubscription/preview'] as const;

describe('API keys', () => {
  let app: TestApp;
  let id: number;
  beforeAll(async () => void (app = await startApp()));
  beforeEach(async () => {
    ({ id } = (await app.internal('POST', '/internal/partner', { name: 'Acme' })).body);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.stop());

  const issue = async (options: object = {}) =>
    (await app.internal('POST', `/internal/partner/${id}/apiKey`, options)).body;
  const list = async (query = '') =>
    (await app.internal('GET', `/internal/partner/${id}/apiKey${query}`)).body;
  const statusOf = async ([method, path]: readonly [string, string], key: string) =>
    (await app.request(method, path, { key })).status;
  const itIs = (time: Date) => void jest.spyOn(Clock.prototype, 'now').mockReturnValue(time);

  it('are shown only at their creation', async () => {
    const answer = await app.internal('POST', `/internal/partner/${id}/apiKey`, {
      label: 'Production',
      scopes: ['read'],
      expiresAt: '2999-01-01T01:00:00+01:00',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^lvk_[0-9A-Za-z]{38}$/),
      label: 'Production',
      scopes: ['read'],
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('location')).toBe(`/internal/partner/${id}/apiKey/${answer.body.id}`);

    const { key, ...shown } = answer.body;
    const later = {
      ...shown,
      createdAt: expect.any(String),
      lastUsedAt: null,
      revokedAt: null,
      session: false,
    };
    expect(await list()).toEqual([later]);
    const read = await app.internal('GET', `/internal/partner/${id}/apiKey/${answer.body.id}`);
    expect(read.body).toEqual(later);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect(read.text).not.toContain(key);
  });

  it('may read and write, without expiry and label, by default', async () => {
    expect(await issue()).toMatchObject({ label: null, scopes: ['read', 'write'], expiresAt: null });
    expect(await issue({ label: null, expiresAt: null })).toMatchObject({ label: null, expiresAt: null });
    expect((await app.internal('POST', `/internal/partner/${id}/apiKey`)).status).toBe(201);
  });

  it('are stored only as their digest', async () => {
    const { key } = await issue();
    const { rows } = await app.database.query('SELECT * FROM api_key');
    expect(JSON.stringify(rows)).not.toContain(key);
    const found = await app.database.query('SELECT 1 FROM api_key WHERE hash = sha256($1::text::bytea)', [
      key,
    ]);
    expect(found.rowCount).toBe(1);
  });

  it.each([
    [{ label: 'x'.repeat(256) }, '/label too_long'],
    [{ label: 7 }, '/label wrong_type'],
    [{ scopes: [] }, '/scopes too_short'],
    [{ scopes: ['admin'] }, '/scopes/0 not_allowed'],
    [{ scopes: 'read' }, '/scopes wrong_type'],
    [{ expiresAt: 'tomorrow' }, '/expiresAt invalid_timestamp'],
    [{ expiresAt: '2026-02-30T00:00:00Z' }, '/expiresAt invalid_timestamp'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt out_of_range'],
    [{ key: 'lvk_mine' }, '/key unknown_member'],
  ])('are not created from %j', async (options, problem) => {
    const answer = await app.internal('POST', `/internal/partner/${id}/apiKey`, options);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(1);
    expect(`${answer.body.errors[0].pointer} ${answer.body.errors[0].code}`).toBe(problem);
    expect(await list()).toEqual([]);
  });

  it('admit to routes by their scopes', async () => {
    const both = await issue();
    const reader = await issue({ scopes: ['read'] });
    const writer = await issue({ scopes: ['write'] });
    const seen = async ({ key }: { key: string }) => [
      await statusOf(READ, key),
      await statusOf(['HEAD', READ[1]], key),
      await statusOf(WRITE, key),
      await statusOf(TEST_RENDER, key),
    ];
    expect(await seen(both)).toEqual([200, 200, 404, 400]);
    expect(await seen(reader)).toEqual([200, 200, 403, 400]);
    expect(await seen(writer)).toEqual([403, 403, 404, 403]);
    const refused = await app.request(...WRITE, { key: reader.key });
    expect(refused.body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(refused.headers.get('content-type')).toMatch('application/problem+json');
  });

  it('stop working when they are revoked, at once and in another process too', async () => {
    const other = await startApp({ DATABASE_URL: app.database.options.connectionString ?? '' });
    try {
      const { key, id: keyId } = await issue();
      const inOther = async () => (await other.request(...READ, { key })).status;
      expect([await statusOf(READ, key), await inOther()]).toEqual([200, 200]);
      const path = `/internal/partner/${id}/apiKey/${keyId}`;
      const revoked = await app.internal('DELETE', path);
      expect([revoked.status, revoked.text]).toEqual([204, '']);
      expect([await statusOf(READ, key), await inOther()]).toEqual([401, 401]);
      expect((await app.internal('DELETE', path)).status).toBe(404);
      expect((await app.internal('GET', path)).status).toBe(404);
      expect(await list()).toEqual([]);
      expect(await list('?deleted=true')).toEqual([
        expect.objectContaining({ id: keyId, revokedAt: expect.any(String) }),
      ]);
    } finally {
      await other.stop();
    }
  });

  it('are revoked only under their own partner, and in the state that If-Match names', async () => {
    const { key, id: keyId } = await issue();
    const stranger = (await app.internal('POST', '/internal/partner', { name: 'Stranger' })).body.id;
    expect((await app.internal('DELETE', `/internal/partner/${stranger}/apiKey/${keyId}`)).status).toBe(404);
    expect((await app.internal('GET', `/internal/partner/${stranger}/apiKey/${keyId}`)).status).toBe(404);
    expect((await app.internal('GET', `/internal/partner/${stranger}/apiKey`)).body).toEqual([]);
    const authorization = 'Bearer internal-token-of-the-tests';
    const stale = await app.request('DELETE', `/internal/partner/${id}/apiKey/${keyId}`, {
      headers: { authorization, 'if-match': '"other"' },
    });
    expect(stale.status).toBe(412);
    expect(await statusOf(READ, key)).toBe(200);
  });

  it('stop working when they expire', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const { key } = await issue({ expiresAt: expiresAt.toISOString() });
    itIs(new Date(expiresAt.getTime() - 1));
    expect(await statusOf(READ, key)).toBe(200);
    itIs(expiresAt);
    expect(await statusOf(READ, key)).toBe(401);
  });

  it('stop working while their partner is deleted', async () => {
    const { key } = await issue();
    await app.internal('DELETE', `/internal/partner/${id}`);
    expect(await statusOf(READ, key)).toBe(401);
    await app.internal('PATCH', `/internal/partner/${id}`);
    expect(await statusOf(READ, key)).toBe(200);
  });

  it('show when they were last used, to the minute', async () => {
    const { key } = await issue();
    const noon = new Date('2026-03-01T12:00:00.000Z');
    const after = (ms: number) => new Date(noon.getTime() + ms);
    const seen = [];
    for (const time of [noon, after(59_999), after(60_000), after(61_000)]) {
      itIs(time);
      await statusOf(READ, key);
      seen.push((await list())[0].lastUsedAt);
    }
    const first = noon.toISOString();
    const second = after(60_000).toISOString();
    expect(seen).toEqual([first, first, second, second]);
  });

  it('are listed page by page', async () => {
    for (let i = 0; i < 3; i++) await issue({ label: `key ${i}` });
    const first = await app.internal('GET', `/internal/partner/${id}/apiKey?limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await app.internal('GET', next ?? '');
    const labels = [...first.body, ...second.body].map(({ label }: { label: string }) => label);
    expect(labels).toEqual(['key 0', 'key 1', 'key 2']);
    expect(second.headers.get('link')).toBeNull();
  });

  it('get the same refusal for every invalid credential', async () => {
    const { key } = await issue();
    const expired = await issue({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await app.database.query('UPDATE api_key SET expires_at = now() WHERE id = $1', [expired.id]);
    const revoked = await issue();
    await app.internal('DELETE', `/internal/partner/${id}/apiKey/${revoked.id}`);
    const credentials: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: key },
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { authorization: `Token ${key}` },
      { authorization: `JWT ${key}` },
      { authorization: `Bearer ${key}x` },
      { authorization: `Bearer ${key} ${key}` },
      { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` },
      { authorization: `Bearer ${newApiKeyText()}` },
      { authorization: `Bearer ${expired.key}` },
      { authorization: `Bearer ${revoked.key}` },
      { authorization: 'Bearer a.b.c' },
      { authorization: 'Bearer internal-token-of-the-tests' },
      { authorization: `Bearer ${'a'.repeat(8_000)}` },
      { cookie: `authorization=Bearer ${key}; apiKey=${key}` },
      { 'x-api-key': key },
    ];
    const answers: TestAnswer[] = [];
    for (const headers of credentials) {
      answers.push(await app.request(...READ, { headers: { ...headers, 'x-request-id': 'same' } }));
    }
    expect(answers.map(({ status }) => status)).toEqual(credentials.map(() => 401));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get('www-authenticate')))).toEqual(
      new Set(['Bearer']),
    );
    expect(answers[0]?.headers.get('content-type')).toMatch('application/problem+json');
  });

  it('are not accepted in a query string', async () => {
    const { key } = await issue();
    for (const name of ['key', 'apiKey', 'access_token', 'authorization']) {
      expect((await app.request('GET', `${READ[1]}?${name}=${key}`)).status).toBe(401);
    }
  });

  it('work with any case of the scheme', async () => {
    const { key } = await issue();
    for (const scheme of ['bearer', 'BEARER']) {
      const answer = await app.request(...READ, { headers: { authorization: `${scheme} ${key}` } });
      expect(answer.status).toBe(200);
    }
  });

  it('do not open the service routes', async () => {
    const { key } = await issue();
    expect((await app.request('GET', '/internal/partner', { key })).status).toBe(401);
  });
});
