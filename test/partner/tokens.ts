import { jest } from '@jest/globals';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { Clock } from '../../src/shared/clock.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

const READ = ['GET', '/partner/webhookSubscription'] as const;
const WRITE = ['DELETE', '/partner/webhookSubscription/2000000000'] as const;
const ISSUER = 'https://id.acme.test/';
const AUDIENCE = 'livery';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pem = ({ publicKey }: Pair) => publicKey.export({ type: 'spki', format: 'pem' }).toString();

interface TokenOptions {
  readonly alg?: string;
  readonly kid?: string;
  readonly claims?: Record<string, unknown>;
}

/** A good token for an hour, save for what is said otherwise; a claim that is undefined is left out. */
function sign(pair: Pair, { alg = 'RS256', kid, claims = {} }: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'someone', exp: now + 3_600, ...claims })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .sign(pair.privateKey);
}

const encoded = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

describe('Tokens of a partner', () => {
  let app: TestApp;
  let id: number;
  let provider: Receiver;
  beforeAll(async () => {
    provider = await startReceiver();
    app = await startApp(provider.environment);
  });
  beforeEach(async () => {
    ({ id } = (await app.internal('POST', '/internal/partner', { name: 'Acme' })).body);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.internal('DELETE', `/internal/partner/${id}/jwt`);
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });

  const set = (fields: object) =>
    app.internal('PUT', `/internal/partner/${id}/jwt`, { issuer: ISSUER, audience: AUDIENCE, ...fields });
  const get = () => app.internal('GET', `/internal/partner/${id}/jwt`);
  const call = (token: string, [method, path]: readonly [string, string] = READ, scheme = 'Bearer') =>
    app.request(method, path, { headers: { authorization: `${scheme} ${token}`, 'x-request-id': 'same' } });
  const statusOf = async (token: string) => (await call(token)).status;
  const itIs = (time: number) => void jest.spyOn(Clock.prototype, 'now').mockReturnValue(new Date(time));

  describe('are set up', () => {
    it('with a public key, changed, and removed', async () => {
      const fields = { publicKey: pem(rsa), algorithms: ['RS256', 'PS256'] };
      const created = await set(fields);
      expect(created.status).toBe(201);
      expect(created.headers.get('location')).toBe(`/internal/partner/${id}/jwt`);
      expect(created.body).toEqual({ issuer: ISSUER, audience: AUDIENCE, jwksUrl: null, ...fields });
      const read = await get();
      expect(read.body).toEqual(created.body);
      expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
      const sent = await set(read.body);
      expect([sent.status, sent.body]).toEqual([200, read.body]);
      expect(sent.headers.get('etag')).toBe(created.headers.get('etag'));

      const changed = await set({ publicKey: pem(ec), algorithms: ['ES256'] });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
      const removed = await app.internal('DELETE', `/internal/partner/${id}/jwt`);
      expect([removed.status, removed.text]).toEqual([204, '']);
      expect((await get()).status).toBe(404);
      expect((await app.internal('DELETE', `/internal/partner/${id}/jwt`)).status).toBe(404);
    });

    it.each([
      [{}, ['/algorithms required', '/publicKey required']],
      [{ publicKey: null, jwksUrl: null, algorithms: ['RS256'] }, ['/publicKey required']],
      [{ publicKey: pem(rsa), algorithms: [] }, ['/algorithms too_short']],
      [
        { publicKey: pem(rsa), jwksUrl: 'https://id.acme.test/keys', algorithms: ['RS256'] },
        ['/publicKey not_allowed'],
      ],
      [{ publicKey: pem(rsa), algorithms: ['ES256'] }, ['/publicKey invalid_key']],
      [
        { publicKey: pem(rsa), algorithms: ['HS256', 'none'] },
        ['/algorithms/0 not_allowed', '/algorithms/1 not_allowed'],
      ],
      [
        { publicKey: 'x', algorithms: ['RS256'], issuer: '' },
        ['/issuer too_short', '/publicKey invalid_key'],
      ],
      [
        { publicKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }), algorithms: ['RS256'] },
        ['/publicKey invalid_key'],
      ],
      [{ publicKey: 7, algorithms: 'RS256' }, ['/algorithms wrong_type', '/publicKey wrong_type']],
      [{ jwksUrl: 'http://id.acme.test/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
      [{ jwksUrl: 'https://10.0.0.1/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
      [{ jwksUrl: 'https://169.254.169.254/keys', algorithms: ['RS256'] }, ['/jwksUrl invalid_url']],
      [
        { jwksUrl: 7, algorithms: ['RS256'], audience: 'x'.repeat(1025) },
        ['/audience too_long', '/jwksUrl wrong_type'],
      ],
      [{ publicKey: pem(rsa), algorithms: ['RS256'], secret: 'x' }, ['/secret unknown_member']],
    ])('not with %#', async (fields, problems) => {
      const answer = await set(fields);
      expect(answer.status).toBe(400);
      const found = answer.body.errors.map(
        ({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`,
      );
      expect(found.sort()).toEqual(problems);
      expect((await get()).status).toBe(404);
    });

    it('for one partner only under the same issuer and audience', async () => {
      const fields = { publicKey: pem(rsa), algorithms: ['RS256'] };
      await set(fields);
      const other = (await app.internal('POST', '/internal/partner', { name: 'Other' })).body.id;
      const taken = await app.internal('PUT', `/internal/partner/${other}/jwt`, {
        issuer: ISSUER,
        audience: AUDIENCE,
        ...fields,
      });
      expect([taken.status, taken.body.code]).toEqual([409, 'issuer_taken']);
      expect((await app.internal('GET', `/internal/partner/${other}/jwt`)).status).toBe(404);
    });

    it('only in the state that If-Match names', async () => {
      const fields = { publicKey: pem(rsa), algorithms: ['RS256'] };
      const send = (method: string, tag: string, body?: object) =>
        app.request(method, `/internal/partner/${id}/jwt`, {
          headers: { authorization: 'Bearer internal-token-of-the-tests', 'if-match': tag },
          ...(body !== undefined && { body: { issuer: ISSUER, audience: AUDIENCE, ...body } }),
        });
      expect((await send('PUT', '*', fields)).status).toBe(412);
      const tag = (await set(fields)).headers.get('etag') ?? '';
      expect((await send('PUT', '"other"', fields)).status).toBe(412);
      expect((await send('DELETE', '"other"')).status).toBe(412);
      expect((await send('PUT', tag, { publicKey: pem(ec), algorithms: ['ES256'] })).status).toBe(200);
      expect((await send('DELETE', tag)).status).toBe(412);
      expect((await send('DELETE', '*')).status).toBe(204);
    });
  });

  describe('verified with a public key', () => {
    beforeEach(() => set({ publicKey: pem(rsa), algorithms: ['RS256', 'PS256'] }));

    it('stand for the partner, under either scheme', async () => {
      expect(await statusOf(await sign(rsa))).toBe(200);
      expect(await statusOf(await sign(rsa, { alg: 'PS256' }))).toBe(200);
      expect(await statusOf(await sign(rsa, { claims: { aud: ['other', AUDIENCE] } }))).toBe(200);
      for (const scheme of ['JWT', 'jwt', 'bearer']) {
        expect((await call(await sign(rsa), READ, scheme)).status).toBe(200);
      }
    });

    it('see what is theirs', async () => {
      const { key } = await app.partner();
      const url = 'https://receiver.example/hook';
      const body = { type: 'document.sent', isActive: true, url, includePaths: [] };
      await app.request('POST', '/partner/webhookSubscription', { key, body });
      expect((await call(await sign(rsa))).body).toEqual([]);
    });

    it.each([
      [undefined, 200, 404],
      ['read write', 200, 404],
      ['openid read', 200, 403],
      ['write', 403, 404],
      ['openid', 403, 403],
      [['read'], 403, 403],
    ])('with the scope %j answer %d to reading and %d to writing', async (scope, read, write) => {
      const token = await sign(rsa, { claims: { scope } });
      expect([(await call(token, READ)).status, (await call(token, WRITE)).status]).toEqual([read, write]);
    });

    it('are refused alike, whatever is wrong with them', async () => {
      const now = Math.floor(Date.now() / 1000);
      const good = await sign(rsa);
      const [head = '', claims = '', signature = ''] = good.split('.');
      const stolen = `${encoded({ alg: 'HS256' })}.${claims}`;
      const tokens = {
        'alg none': `${encoded({ alg: 'none' })}.${claims}.`,
        'alg none, with a signature': `${encoded({ alg: 'none' })}.${claims}.${signature}`,
        'the public key as a shared secret': `${stolen}.${createHmac('sha256', pem(rsa)).update(stolen).digest('base64url')}`,
        'an algorithm that is not accepted': await sign(rsa, { alg: 'RS512' }),
        'another key': await sign(generateKeyPairSync('rsa', { modulusLength: 2048 })),
        'a key of another kind': await sign(ec, { alg: 'ES256' }),
        'other claims under the same signature': `${head}.${encoded({ iss: ISSUER, aud: AUDIENCE, exp: now + 9_999 })}.${signature}`,
        'no signature': `${head}.${claims}.`,
        'another issuer': await sign(rsa, { claims: { iss: 'https://evil.test/' } }),
        'no issuer': await sign(rsa, { claims: { iss: undefined } }),
        'another audience': await sign(rsa, { claims: { aud: 'other' } }),
        'no audience': await sign(rsa, { claims: { aud: undefined } }),
        'too many audiences': await sign(rsa, { claims: { aud: Array(21).fill(AUDIENCE) } }),
        'an audience that is no text': await sign(rsa, { claims: { aud: [7] } }),
        'an issuer that cannot be stored': await sign(rsa, { claims: { iss: 'a\0b' } }),
        'an expiry that has passed': await sign(rsa, { claims: { exp: now - 60 } }),
        'no expiry': await sign(rsa, { claims: { exp: undefined } }),
        'an expiry that is no number': `${head}.${encoded({ iss: ISSUER, aud: AUDIENCE, exp: 'never' })}.${signature}`,
        'a start that is to come': await sign(rsa, { claims: { nbf: now + 3_600 } }),
        'a critical header that is not known': `${encoded({ alg: 'RS256', crit: ['x'], x: 1 })}.${claims}.${signature}`,
        'a claims set that is no object': `${head}.${Buffer.from('[]').toString('base64url')}.${signature}`,
        'five parts': `${good}.a.b`,
        'nothing that is a token': 'a.b.c',
      };
      const answers = await Promise.all(Object.values(tokens).map((token) => call(token)));
      const statuses = Object.fromEntries(Object.keys(tokens).map((name, i) => [name, answers[i]?.status]));
      expect(statuses).toEqual(Object.fromEntries(Object.keys(tokens).map((name) => [name, 401])));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await statusOf(good)).toBe(200);
    });

    it('expire, with a few seconds for clocks that differ', async () => {
      const exp = 1_900_000_000;
      const token = await sign(rsa, { claims: { exp } });
      itIs((exp + 4) * 1000);
      expect(await statusOf(token)).toBe(200);
      itIs((exp + 6) * 1000);
      expect(await statusOf(token)).toBe(401);
    });

    it('open nothing once the setting or the partner is gone', async () => {
      const token = await sign(rsa);
      await app.internal('DELETE', `/internal/partner/${id}`);
      expect(await statusOf(token)).toBe(401);
      await app.internal('PATCH', `/internal/partner/${id}`);
      expect(await statusOf(token)).toBe(200);
      await app.internal('DELETE', `/internal/partner/${id}/jwt`);
      expect(await statusOf(token)).toBe(401);
    });

    it('open nothing when they are meant for two partners', async () => {
      const other = (await app.internal('POST', '/internal/partner', { name: 'Other' })).body.id;
      await app.internal('PUT', `/internal/partner/${other}/jwt`, {
        issuer: ISSUER,
        audience: 'second',
        publicKey: pem(rsa),
        algorithms: ['RS256'],
      });
      expect(await statusOf(await sign(rsa, { claims: { aud: 'second' } }))).toBe(200);
      expect(await statusOf(await sign(rsa, { claims: { aud: [AUDIENCE, 'second'] } }))).toBe(401);
    });
  });

  it.each([
    ['ES256', ec],
    ['EdDSA', ed],
  ] as const)('are verified with %s', async (alg, pair) => {
    await set({ publicKey: pem(pair), algorithms: [alg] });
    expect(await statusOf(await sign(pair, { alg }))).toBe(200);
    expect(await statusOf(await sign(rsa))).toBe(401);
  });

  describe('verified with the keys that an identity provider publishes', () => {
    const jwk = async (pair: Pair, kid: string, more: object = {}) => ({
      ...(await exportJWK(pair.publicKey)),
      kid,
      ...more,
    });
    /** Every test has an address of its own, because keys are remembered by address. */
    let url: string;
    let count = 0;
    const publish = (...keys: object[]) => {
      provider.answer = () => ({ status: 200, body: JSON.stringify({ keys }) });
    };
    const asked = () => provider.requests.filter(({ path }) => url.endsWith(path)).length;
    beforeEach(async () => {
      count += 1;
      url = `${provider.url}/keys/${count}`;
      const answer = await set({ jwksUrl: url, algorithms: ['RS256', 'ES256', 'EdDSA'] });
      expect(answer.body).toMatchObject({ jwksUrl: url, publicKey: null });
    });

    it('stand for the partner, and the keys are fetched once', async () => {
      publish(await jwk(rsa, 'r'), await jwk(ec, 'e'), await jwk(ed, 'd'));
      const tokens = [
        await sign(rsa, { kid: 'r' }),
        await sign(ec, { alg: 'ES256', kid: 'e' }),
        await sign(ed, { alg: 'EdDSA', kid: 'd' }),
        await sign(rsa),
      ];
      const statuses = await Promise.all(tokens.map(statusOf));
      expect(statuses).toEqual([200, 200, 200, 200]);
      expect(asked()).toBe(1);
      expect(provider.requests.at(-1)?.headers['authorization']).toBeUndefined();
    });

    it('are refused when their key is not among them, or is not meant for it', async () => {
      publish(await jwk(rsa, 'r'), await jwk(ec, 'e', { use: 'enc' }), {
        kty: 'oct',
        kid: 'o',
        k: Buffer.from('secret').toString('base64url'),
      });
      const [, claims] = (await sign(rsa)).split('.');
      const shared = `${encoded({ alg: 'HS256', kid: 'o' })}.${claims}`;
      const tokens = [
        await sign(rsa, { kid: 'unknown' }),
        await sign(ec, { alg: 'ES256', kid: 'e' }),
        await sign(ec, { alg: 'ES256', kid: 'r' }),
        `${shared}.${createHmac('sha256', 'secret').update(shared).digest('base64url')}`,
      ];
      for (const token of tokens) expect(await statusOf(token)).toBe(401);
      expect(asked()).toBe(1);
    });

    it('are verified with new keys after a rotation, though the provider is asked at most twice a minute', async () => {
      const start = Date.now();
      const next = generateKeyPairSync('ed25519');
      publish(await jwk(ed, 'old'));
      itIs(start);
      expect(await statusOf(await sign(ed, { alg: 'EdDSA', kid: 'old' }))).toBe(200);
      publish(await jwk(next, 'new'));
      const renewed = await sign(next, { alg: 'EdDSA', kid: 'new' });
      itIs(start + 29_999);
      expect(await statusOf(renewed)).toBe(401);
      expect(asked()).toBe(1);
      itIs(start + 30_000);
      expect(await statusOf(renewed)).toBe(200);
      expect(await statusOf(await sign(ed, { alg: 'EdDSA', kid: 'old' }))).toBe(401);
      expect(asked()).toBe(2);
    });

    it('are refused ten minutes after their key was withdrawn', async () => {
      const start = Date.now();
      publish(await jwk(ed, 'old'));
      const token = await sign(ed, { alg: 'EdDSA', kid: 'old' });
      itIs(start);
      expect(await statusOf(token)).toBe(200);
      publish();
      itIs(start + 599_999);
      expect(await statusOf(token)).toBe(200);
      itIs(start + 600_000);
      expect(await statusOf(token)).toBe(401);
    });

    it('go on being verified with the last keys while the provider is away', async () => {
      const start = Date.now();
      publish(await jwk(ed, 'old'));
      const token = await sign(ed, { alg: 'EdDSA', kid: 'old' });
      itIs(start);
      expect(await statusOf(token)).toBe(200);
      provider.answer = () => 503;
      itIs(start + 700_000);
      expect(await statusOf(token)).toBe(200);
      expect(asked()).toBe(2);
      const unknown = await call(await sign(ed, { alg: 'EdDSA', kid: 'new' }));
      expect(unknown.status).toBe(503);
    });

    it.each([
      ['answers 500', { status: 500 }],
      ['answers no JSON', { status: 200, body: '<html>' }],
      ['answers no key set', { status: 200, body: '{"keys": 7}' }],
      ['answers too much', { status: 200, body: `{"keys": [], "pad": "${'x'.repeat(300_000)}"}` }],
      ['sends elsewhere', { status: 302, headers: { location: '/keys' } }],
      ['hangs up', { reset: true }],
    ])('cannot be judged when the provider %s: 503', async (_, bad) => {
      const start = Date.now();
      const token = await sign(rsa, { kid: 'r' });
      provider.answer = () => bad;
      itIs(start);
      const answer = await call(token);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(answer.headers.get('www-authenticate')).toBeNull();
      publish(await jwk(rsa, 'r'));
      expect(await statusOf(token)).toBe(503);
      expect(asked()).toBe(1);
    });

    it('cannot be judged when the provider publishes a key that is none: 503', async () => {
      publish({ kty: 'EC', crv: 'P-256', kid: 'e', x: 'AA', y: 'AA' });
      expect(await statusOf(await sign(ec, { alg: 'ES256', kid: 'e' }))).toBe(503);
    });

    it('are judged again half a minute after the provider failed', async () => {
      const start = Date.now();
      const token = await sign(rsa, { kid: 'r' });
      provider.answer = () => 500;
      itIs(start);
      expect(await statusOf(token)).toBe(503);
      publish(await jwk(rsa, 'r'));
      itIs(start + 30_000);
      expect(await statusOf(token)).toBe(200);
    });
  });
});
