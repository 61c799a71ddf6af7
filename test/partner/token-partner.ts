import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TestAnswer, TestApp } from '../support/app.js';

/** A route that reads, and one that writes but finds nothing to change: 404 shows that the guard let it pass. */
export const READ = ['GET', '/partner/webhookSubscription'] as const;
export const WRITE = ['DELETE', '/partner/webhookSubscription/2000000000'] as const;

export const ISSUER = 'https://id.acme.test/';
export const AUDIENCE = 'livery';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const rsa: Pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const ec: Pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const ed: Pair = generateKeyPairSync('ed25519');

export function pem({ publicKey }: Pair): string {
  return publicKey.export({ type: 'spki', format: 'pem' }).toString();
}

interface TokenOptions {
  readonly alg?: string;
  readonly kid?: string;
  readonly claims?: Record<string, unknown>;
}

/** A valid token for an hour, with the given claims replaced. An undefined claim is left out. */
export function sign(pair: Pair, { alg = 'RS256', kid, claims = {} }: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'someone', exp: now + 3_600, ...claims })
    .setProtectedHeader({ alg, ...(kid !== undefined && { kid }) })
    .sign(pair.privateKey);
}

/** A part of a token that no library would make. */
export function encoded(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** A partner that calls with tokens of its own. */
export class TokenPartner {
  private constructor(
    private readonly app: TestApp,
    readonly id: number,
  ) {}

  static async create(app: TestApp): Promise<TokenPartner> {
    const { body } = await app.internal('POST', '/internal/partner', { name: 'Acme' });
    return new TokenPartner(app, body.id);
  }

  set(fields: object): Promise<TestAnswer> {
    const body = { issuer: ISSUER, audience: AUDIENCE, ...fields };
    return this.app.internal('PUT', `/internal/partner/${this.id}/jwt`, body);
  }

  get(): Promise<TestAnswer> {
    return this.app.internal('GET', `/internal/partner/${this.id}/jwt`);
  }

  remove(): Promise<TestAnswer> {
    return this.app.internal('DELETE', `/internal/partner/${this.id}/jwt`);
  }

  call(
    token: string,
    [method, path]: readonly [string, string] = READ,
    scheme = 'Bearer',
  ): Promise<TestAnswer> {
    const headers = { authorization: `${scheme} ${token}`, 'x-request-id': 'same' };
    return this.app.request(method, path, { headers });
  }

  async statusOf(token: string): Promise<number> {
    return (await this.call(token)).status;
  }
}
