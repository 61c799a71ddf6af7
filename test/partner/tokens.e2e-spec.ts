import { jest } from '@jest/globals';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { Clock } from '../../src/shared/clock.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  AUDIENCE,
  ec,
  ed,
  encoded,
  ISSUER,
  pem,
  READ,
  rsa,
  sign,
  TokenPartner,
  WRITE,
} from './token-partner.js';

describe('Tokens that are verified with a public key', () => {
  let app: TestApp;
  let partner: TokenPartner;
  beforeAll(async () => void (app = await startApp()));
  beforeEach(async () => void (partner = await TokenPartner.create(app)));
  afterEach(async () => {
    jest.restoreAllMocks();
    await partner.remove();
  });
  afterAll(() => app.stop());
  const itIs = (time: number) => void jest.spyOn(Clock.prototype, 'now').mockReturnValue(new Date(time));

  beforeEach(() => partner.set({ publicKey: pem(rsa), algorithms: ['RS256', 'PS256'] }));

  it('authenticate the partner, with either scheme', async () => {
    expect(await partner.statusOf(await sign(rsa))).toBe(200);
    expect(await partner.statusOf(await sign(rsa, { alg: 'PS256' }))).toBe(200);
    expect(await partner.statusOf(await sign(rsa, { claims: { aud: ['other', AUDIENCE] } }))).toBe(200);
    for (const scheme of ['JWT', 'jwt', 'bearer']) {
      expect((await partner.call(await sign(rsa), READ, scheme)).status).toBe(200);
    }
  });

  it('see their own partner’s objects', async () => {
    const { key } = await app.partner();
    const url = 'https://receiver.example/hook';
    const body = { type: 'document.sent', isActive: true, url, includePaths: [] };
    await app.request('POST', '/partner/webhookSubscription', { key, body });
    expect((await partner.call(await sign(rsa))).body).toEqual([]);
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
    expect([(await partner.call(token, READ)).status, (await partner.call(token, WRITE)).status]).toEqual([
      read,
      write,
    ]);
  });

  it('get the same refusal for every fault', async () => {
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
    const answers = await Promise.all(Object.values(tokens).map((token) => partner.call(token)));
    const statuses = Object.fromEntries(Object.keys(tokens).map((name, i) => [name, answers[i]?.status]));
    expect(statuses).toEqual(Object.fromEntries(Object.keys(tokens).map((name) => [name, 401])));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await partner.statusOf(good)).toBe(200);
  });

  it('expire, with a few seconds for clocks that differ', async () => {
    const exp = 1_900_000_000;
    const token = await sign(rsa, { claims: { exp } });
    itIs((exp + 4) * 1000);
    expect(await partner.statusOf(token)).toBe(200);
    itIs((exp + 6) * 1000);
    expect(await partner.statusOf(token)).toBe(401);
  });

  it('are refused once the setting or the partner is removed', async () => {
    const token = await sign(rsa);
    await app.internal('DELETE', `/internal/partner/${partner.id}`);
    expect(await partner.statusOf(token)).toBe(401);
    await app.internal('PATCH', `/internal/partner/${partner.id}`);
    expect(await partner.statusOf(token)).toBe(200);
    await partner.remove();
    expect(await partner.statusOf(token)).toBe(401);
  });

  it('are refused if they match two partners', async () => {
    const other = (await app.internal('POST', '/internal/partner', { name: 'Other' })).body.id;
    await app.internal('PUT', `/internal/partner/${other}/jwt`, {
      issuer: ISSUER,
      audience: 'second',
      publicKey: pem(rsa),
      algorithms: ['RS256'],
    });
    expect(await partner.statusOf(await sign(rsa, { claims: { aud: 'second' } }))).toBe(200);
    expect(await partner.statusOf(await sign(rsa, { claims: { aud: [AUDIENCE, 'second'] } }))).toBe(401);
  });

  it.each([
    ['ES256', ec],
    ['EdDSA', ed],
  ] as const)('are verified with %s', async (alg, pair) => {
    await partner.set({ publicKey: pem(pair), algorithms: [alg] });
    expect(await partner.statusOf(await sign(pair, { alg }))).toBe(200);
    expect(await partner.statusOf(await sign(rsa))).toBe(401);
  });
});
