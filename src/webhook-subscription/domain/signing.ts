import {
  createHash,
  createHmac,
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

/** How receivers verify that a delivery comes from the service: with a shared secret, or a key pair. */
export const signingMethods = ['hmac', 'ed25519'] as const;
export type SigningMethod = (typeof signingMethods)[number];

/** The prefixes of Standard Webhooks, which distinguish the kinds of secrets. */
const SHARED = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';
/** A private key consists of its seed and its public key, 32 bytes each. */
const SEED_BYTES = 32;

const MAX_KEYS = 10_000;
const keys = new Map<string, KeyObject>();

/** A secret to sign with, and when it stops signing; null for the current one. */
export interface SigningSecret {
  readonly secret: string;
  readonly until: Date | null;
}

/** A public key in a key set (RFC 7517, RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** The thumbprint of the key (RFC 7638). */
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** The secrets that sign at this time, in the same order. */
export function validSecrets(secrets: readonly SigningSecret[], now: Date): string[] {
  return secrets.filter(({ until }) => until === null || now < until).map(({ secret }) => secret);
}

export function isSigningSecret(text: string): boolean {
  return text.startsWith(SHARED) || text.startsWith(PRIVATE);
}

/**
 * Creates a signing secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64, or `whsk_` and
 * an Ed25519 private key.
 */
export function newSigningSecret(method: SigningMethod): string {
  if (method === 'hmac') return SHARED + randomBytes(32).toString('base64');
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return PRIVATE + Buffer.concat([d, x].map((part) => Buffer.from(part, 'base64url'))).toString('base64');
}

/**
 * The value of the header `webhook-signature` (Standard Webhooks) over id, timestamp and body: for each secret, `v1,`
 * and the base64 of the HMAC-SHA256, or `v1a,` and that of the Ed25519 signature. Several secrets let receivers verify
 * with an older one after a rotation.
 * @param id the `webhook-id`
 * @param timestampSeconds the `webhook-timestamp`, whole seconds since 1970
 */
export function signatureOf(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) =>
      secret.startsWith(PRIVATE) ? `v1a,${signed(secret, content)}` : `v1,${macOf(secret, content)}`,
    )
    .join(' ');
}

/** The public key of a private key as `whpk_…`; null for a shared secret. */
export function publicKeyOf(secret: string): string | null {
  return secret.startsWith(PRIVATE) ? PUBLIC + pairOf(secret).x.toString('base64') : null;
}

/** The public keys among secrets, for a key set. */
export function publicJwksOf(secrets: readonly string[]): PublicJwk[] {
  return secrets
    .filter((secret) => secret.startsWith(PRIVATE))
    .map((secret) => {
      const x = pairOf(secret).x.toString('base64url');
      const thumbprint = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
      return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint.digest('base64url'), use: 'sig', alg: 'EdDSA' };
    });
}

function macOf(secret: string, content: string): string {
  return createHmac('sha256', keyOf(secret)).update(content).digest('base64');
}

/** Decodes the key of a secret. Cached while the secret is in use. */
function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = secret.startsWith(PRIVATE) ? privateKeyOf(secret) : sharedKeyOf(secret);
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(secret, key);
  return key;
}

function sharedKeyOf(secret: string): KeyObject {
  return createSecretKey(secret.startsWith(SHARED) ? secret.slice(SHARED.length) : secret, 'base64');
}

function privateKeyOf(secret: string): KeyObject {
  const { d, x } = pairOf(secret);
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: d.toString('base64url'), x: x.toString('base64url') };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

function signed(secret: string, content: string): string {
  return sign(null, Buffer.from(content), keyOf(secret)).toString('base64');
}

function pairOf(secret: string): { readonly d: Buffer; readonly x: Buffer } {
  const pair = Buffer.from(secret.slice(PRIVATE.length), 'base64');
  return { d: pair.subarray(0, SEED_BYTES), x: pair.subarray(SEED_BYTES) };
}
