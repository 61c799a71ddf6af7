import { jest } from '@jest/globals';
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK } from 'jose';
import { Clock } from '../../src/shared/clock.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { ec, ed, encoded, rsa, sign, TokenPartner } from './token-partner.js';

describe('Tokens that are verified with the keys of an identity provider', () => {
  let app: TestApp;
  let partner: TokenPartner;
  let provider: Receiver;
  beforeAll(async () => {
    provider = await startReceiver();
    app = await startApp(provider.environment);
  });
  beforeEach(async () => void (partner = await TokenPartner.create(app)));
  afterEach(async () => {
    jest.restoreAllMocks();
    await partner.remove();
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
  });
  const itIs = (time: number) => void jest.spyOn(Clock.prototype, 'now').mockReturnValue(new Date(time));

  const jwk = async (pair: { publicKey: KeyObject }, kid: string, more: object = {}) => ({
    ...(await exportJWK(pair.publicKey)),
    kid,
    ...more,
  });
  /** Every test has an address of its own, because keys are cached by address. */
  let url: string;
  let count = 0;
  const publish = (...keys: object[]) => {
    provider.answer = () => ({ status: 200, body: JSON.stringify({ keys }) });
  };
  const asked = () => provider.requests.filter(({ path }) => url.endsWith(path)).length;
  beforeEach(async () => {
    count += 1;
    url = `${provider.url}/keys/${count}`;
    const answer = await partner.set({ jwksUrl: url, algorithms: ['RS256', 'ES256', 'EdDSA'] });
    expect(answer.body).toMatchObject({ jwksUrl: url, publicKey: null });
  });

  it('authenticate the partner, and the keys are fetched once', async () => {
    publish(await jwk(rsa, 'r'), await jwk(ec, 'e'), await jwk(ed, 'd'));
    const tokens = [
      await sign(rsa, { kid: 'r' }),
      await sign(ec, { alg: 'ES256', kid: 'e' }),
      await sign(ed, { alg: 'EdDSA', kid: 'd' }),
      await sign(rsa),
    ];
    const statuses = await Promise.all(tokens.map((token) => partner.statusOf(token)));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(asked()).toBe(1);
    expect(provider.requests.at(-1)?.headers['authorization']).toBeUndefined();
  });

  it('are refused if the key is missing or has another purpose', async () => {
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
    for (const token of tokens) expect(await partner.statusOf(token)).toBe(401);
    expect(asked()).toBe(1);
  });

  it('are verified with new keys after a rotation, with at most two requests to the provider a minute', async () => {
    const start = Date.now();
    const next = generateKeyPairSync('ed25519');
    publish(await jwk(ed, 'old'));
    itIs(start);
    expect(await partner.statusOf(await sign(ed, { alg: 'EdDSA', kid: 'old' }))).toBe(200);
    publish(await jwk(next, 'new'));
    const renewed = await sign(next, { alg: 'EdDSA', kid: 'new' });
    itIs(start + 29_999);
    expect(await partner.statusOf(renewed)).toBe(401);
    expect(asked()).toBe(1);
    itIs(start + 30_000);
    expect(await partner.statusOf(renewed)).toBe(200);
    expect(await partner.statusOf(await sign(ed, { alg: 'EdDSA', kid: 'old' }))).toBe(401);
    expect(asked()).toBe(2);
  });

  it('are refused ten minutes after their key was withdrawn', async () => {
    const start = Date.now();
    publish(await jwk(ed, 'old'));
    const token = await sign(ed, { alg: 'EdDSA', kid: 'old' });
    itIs(start);
    expect(await partner.statusOf(token)).toBe(200);
    publish();
    itIs(start + 599_999);
    expect(await partner.statusOf(token)).toBe(200);
    itIs(start + 600_000);
    expect(await partner.statusOf(token)).toBe(401);
  });

  it('are verified with the last keys while the provider is unavailable', async () => {
    const start = Date.now();
    publish(await jwk(ed, 'old'));
    const token = await sign(ed, { alg: 'EdDSA', kid: 'old' });
    itIs(start);
    expect(await partner.statusOf(token)).toBe(200);
    provider.answer = () => 503;
    itIs(start + 700_000);
    expect(await partner.statusOf(token)).toBe(200);
    expect(asked()).toBe(2);
    const unknown = await partner.call(await sign(ed, { alg: 'EdDSA', kid: 'new' }));
    expect(unknown.status).toBe(503);
  });

  it.each([
    ['answers 500', { status: 500 }],
    ['answers no JSON', { status: 200, body: '<html>' }],
    ['answers no key set', { status: 200, body: '{"keys": 7}' }],
    ['answers too much', { status: 200, body: `{"keys": [], "pad": "${'x'.repeat(300_000)}"}` }],
    ['sends elsewhere', { status: 302, headers: { location: '/keys' } }],
    ['hangs up', { reset: true }],
  ])('get a 503 if the provider %s', async (_, bad) => {
    const start = Date.now();
    const token = await sign(rsa, { kid: 'r' });
    provider.answer = () => bad;
    itIs(start);
    const answer = await partner.call(token);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(answer.headers.get('www-authenticate')).toBeNull();
    publish(await jwk(rsa, 'r'));
    expect(await partner.statusOf(token)).toBe(503);
    expect(asked()).toBe(1);
  });

  it('get a 503 if the provider publishes an invalid key', async () => {
    publish({ kty: 'EC', crv: 'P-256', kid: 'e', x: 'AA', y: 'AA' });
    expect(await partner.statusOf(await sign(ec, { alg: 'ES256', kid: 'e' }))).toBe(503);
  });

  it('are verified again half a minute after a failure of the provider', async () => {
    const start = Date.now();
    const token = await sign(rsa, { kid: 'r' });
    provider.answer = () => 500;
    itIs(start);
    expect(await partner.statusOf(token)).toBe(503);
    publish(await jwk(rsa, 'r'));
    itIs(start + 30_000);
    expect(await partner.statusOf(token)).toBe(200);
  });
});
