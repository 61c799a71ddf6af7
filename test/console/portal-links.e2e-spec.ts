import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { Clock } from '../../src/shared/clock.js';
import { Settings } from '../../src/shared/settings.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { runCommand } from '../support/command.js';

const MINUTE_MS = 60_000;
const ADDRESS = /^(http.*)\/console#link=([A-Za-z0-9_-]{43})$/;

describe('A portal link', () => {
  let app: TestApp;
  let partner: TestPartner;
  beforeAll(async () => void (app = await startApp()));
  beforeEach(async () => void (partner = await app.partner()));
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.stop());

  const create = async (partnerId = partner.id) =>
    (await app.internal('POST', `/internal/partner/${partnerId}/portalLink`)).body;
  const tokenOf = ({ url }: { url: string }) => ADDRESS.exec(url)?.[2] ?? '';
  const exchange = (link: unknown) => app.request('POST', '/console/session', { body: { link } });
  const inMinutes = (minutes: number) =>
    void jest.spyOn(Clock.prototype, 'now').mockReturnValue(new Date(Date.now() + minutes * MINUTE_MS));

  it('begins with the origin of the request, and has its token in the fragment, which no log contains', async () => {
    const before = Date.now();
    const answer = await app.internal('POST', `/internal/partner/${partner.id}/portalLink`);
    expect(answer.status).toBe(201);
    expect([answer.headers.get('cache-control'), answer.headers.get('location')]).toEqual(['no-store', null]);
    expect(Object.keys(answer.body)).toEqual(['url', 'expiresAt']);
    expect(ADDRESS.exec(answer.body.url)?.[1]).toBe(app.url);
    const lifetime = Date.parse(answer.body.expiresAt) - before;
    expect(Math.abs(lifetime - 5 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  });

  it('begins with PUBLIC_URL if that is set', async () => {
    const other = await startApp({ PUBLIC_URL: 'https://livery.example/' });
    try {
      const { id } = await other.partner();
      const { body } = await other.internal('POST', `/internal/partner/${id}/portalLink`);
      expect(ADDRESS.exec(body.url)?.[1]).toBe('https://livery.example');
    } finally {
      await other.stop();
    }
  });

  it.each([
    'livery.example',
    'ftp://livery.example',
    'https://livery.example/path',
    'https://me@livery.example',
  ])('cannot begin with %s', (url) => {
    expect(() => new Settings({ PUBLIC_URL: url })).toThrow('PUBLIC_URL must be an address');
  });

  it('is stored as a digest only', async () => {
    const token = tokenOf(await create());
    const { rows } = await app.database.query('SELECT * FROM portal_link WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0].hash).toEqual(createHash('sha256').update(token).digest());
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('is created only by operators, for existing partners', async () => {
    const path = `/internal/partner/${partner.id}/portalLink`;
    expect((await app.request('POST', path)).status).toBe(401);
    expect((await app.request('POST', path, { key: partner.key })).status).toBe(401);
    expect((await app.internal('POST', '/internal/partner/2000000000/portalLink')).status).toBe(404);
    expect((await app.internal('POST', '/internal/partner/x/portalLink')).status).toBe(400);
    await app.internal('DELETE', `/internal/partner/${partner.id}`);
    expect((await app.internal('POST', path)).status).toBe(404);
  });

  it('is exchanged for an API key of its partner, with both scopes, for 8 hours', async () => {
    const before = Date.now();
    const { status, headers, body } = await exchange(tokenOf(await create()));
    expect(status).toBe(200);
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['no-store', null]);
    expect(body).toEqual({
      key: expect.stringMatching(/^lvk_[0-9A-Za-z]{38}$/),
      expiresAt: expect.any(String),
      partnerName: 'Test partner',
    });
    const keys = (await app.internal('GET', `/internal/partner/${partner.id}/apiKey`)).body;
    expect(keys.at(-1)).toMatchObject({
      label: 'Console',
      scopes: ['read', 'write'],
      expiresAt: body.expiresAt,
    });
    expect(Math.abs(Date.parse(body.expiresAt) - before - 480 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    const statusNow = async () =>
      (await app.request('GET', '/partner/webhookSubscription', { key: body.key })).status;
    expect(await statusNow()).toBe(200);
    inMinutes(481);
    expect(await statusNow()).toBe(401);
  });

  it('lets its session revoke its own key, and no other', async () => {
    const { body: session } = await exchange(tokenOf(await create()));
    const { body: other } = await exchange(tokenOf(await create()));
    const signOut = (key: string) => app.request('DELETE', '/partner/session', { key });
    const refused = await signOut(partner.key);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_a_session']);
    expect((await signOut(session.key)).status).toBe(204);
    const statusOf = async (key: string) =>
      (await app.request('GET', '/partner/webhookSubscription', { key })).status;
    expect(await Promise.all([session.key, other.key, partner.key].map(statusOf))).toEqual([401, 200, 200]);
    expect((await signOut(session.key)).status).toBe(401);
  });

  it('lets its session make and revoke API keys, which no API key can', async () => {
    const { body: session } = await exchange(tokenOf(await create()));
    const made = (key: string, body: object = { label: 'Production', scopes: ['read'] }) =>
      app.request('POST', '/partner/apiKey', { key, body });
    const { status, headers, body } = await made(session.key);
    expect([status, headers.get('location')]).toEqual([201, `/partner/apiKey/${body.id}`]);
    const listed = async () => (await app.request('GET', '/partner/apiKey', { key: body.key })).body;
    expect(await listed()).toEqual([
      expect.objectContaining({ session: false }),
      expect.objectContaining({ label: 'Console', session: true }),
      expect.objectContaining({ id: body.id, label: 'Production', scopes: ['read'], session: false }),
    ]);
    const revoke = (key: string, id = body.id) => app.request('DELETE', `/partner/apiKey/${id}`, { key });
    for (const refused of [await made(partner.key), await revoke(partner.key)]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'session_required']);
    }
    const other = await app.partner();
    expect((await revoke(other.key)).status).toBe(404);
    expect((await revoke(session.key)).status).toBe(204);
    expect((await app.request('GET', '/partner/apiKey', { key: body.key })).status).toBe(401);

    await app.database.query(
      `INSERT INTO api_key (partner_id, id, scopes, hash, created_at)
       SELECT $1, 1000000 + n, '{read}', sha256(n::text::bytea), now() FROM generate_series(1, 99) n`,
      [partner.id],
    );
    const full = await made(session.key);
    expect([full.status, full.body.code]).toEqual([409, 'limit_reached']);
    await revoke(session.key, 1_000_001);
    expect((await made(session.key)).status).toBe(201);
  });

  it('gives the holder and the rights of its credential', async () => {
    const { body: session } = await exchange(tokenOf(await create()));
    const reader = await app.partner({ scopes: ['read'] });
    const answers = [session.key, reader.key].map((key) => app.request('GET', '/partner/session', { key }));
    const [own, reads] = await Promise.all(answers);
    expect(own?.body).toEqual({
      partnerId: partner.id,
      partnerName: session.partnerName,
      scopes: ['read', 'write'],
      sessionKeyId: expect.any(Number),
    });
    expect(reads?.body).toMatchObject({ scopes: ['read'], sessionKeyId: null });
  });

  it('works once, even for many concurrent sign-ins', async () => {
    const token = tokenOf(await create());
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(token)));
    const refused = answers.filter(({ status }) => status === 401);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 7]);
    const keys = (await app.internal('GET', `/internal/partner/${partner.id}/apiKey`)).body;
    expect(keys).toHaveLength(2);
    expect((await exchange(token)).status).toBe(401);
  });

  it('gives the same answer when it is used, expired, unknown, or of a deleted partner', async () => {
    const used = tokenOf(await create());
    await exchange(used);
    const orphaned = tokenOf(await create());
    await app.internal('DELETE', `/internal/partner/${partner.id}`);
    const ofDeleted = await exchange(orphaned);
    await app.internal('PATCH', `/internal/partner/${partner.id}`);
    const tooOld = tokenOf(await create());
    inMinutes(6);
    const refused = [ofDeleted, await exchange(used), await exchange(tooOld), await exchange('invented')];
    const problems = refused.map(({ status, headers, body: { requestId, ...problem } }) => {
      expect(requestId).toBe(headers.get('x-request-id'));
      return { status, challenge: headers.get('www-authenticate'), problem };
    });
    expect(problems[0]).toMatchObject({
      status: 401,
      challenge: 'Bearer',
      problem: { code: 'invalid_link' },
    });
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
  });

  it('is removed once it has expired and another is created', async () => {
    await create();
    inMinutes(6);
    await create();
    const { rows } = await app.database.query('SELECT FROM portal_link WHERE partner_id = $1', [partner.id]);
    expect(rows).toHaveLength(1);
  });

  it('is created only for a valid request', async () => {
    for (const body of [
      {},
      { link: 7 },
      { link: '' },
      { link: 'x'.repeat(256) },
      { link: 'x', key: 'y' },
      [],
    ]) {
      expect((await app.request('POST', '/console/session', { body })).status).toBe(400);
    }
    const padded = { link: 'x', more: 'x'.repeat(2000) };
    expect((await app.request('POST', '/console/session', { body: padded })).status).toBe(413);
    const asText = { body: '{}', headers: { 'content-type': 'text/plain' } };
    expect((await app.request('POST', '/console/session', asText)).status).toBe(415);
    expect((await app.request('GET', '/console/session')).status).toBe(405);
  });

  it('can be created on the command line', async () => {
    const environment = {
      DATABASE_URL: app.database.options.connectionString,
      SECRET_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
      PUBLIC_URL: 'https://livery.example',
    };
    const run = (...words: string[]) => runCommand(words, environment);
    const made = await run('portal', 'link', '--partner', String(partner.id), '--json');
    expect(made).toMatchObject({ code: 0, err: '' });
    const link = JSON.parse(made.out);
    expect(ADDRESS.exec(link.url)?.[1]).toBe('https://livery.example');
    expect((await exchange(tokenOf(link))).status).toBe(200);
    const plain = await run('portal', 'link', '--partner', String(partner.id));
    expect(plain.out).toMatch(/^https:\/\/livery\.example\/console#link=\S+\nOpen it .* works once\.\n$/);
    expect(await run('portal', 'link', '--partner', '2000000000')).toEqual({
      code: 1,
      out: '',
      err: 'There is no partner 2000000000.\n',
    });
  });
});
