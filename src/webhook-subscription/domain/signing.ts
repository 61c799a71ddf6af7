import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret to sign with, and when it stops being one; null while it is the present one. */
export interface SigningSecret {
  readonly secret: string;
  readonly until: Date | null;
}

/** The secrets that are to sign at a moment, in the same order. */
export function validSecrets(secrets: readonly SigningSecret[], now: Date): string[] {
  return secrets.filter(({ until }) => until === null || now < until).map(({ secret }) => secret);
}

export function isSigningSecret(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** A new secret to sign with, written as Standard Webhooks does: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * The value of the header `webhook-signature` (Standard Webhooks): for each secret `v1,` and the base64 of HMAC-SHA256
 * over id, timestamp and body, so that receivers can still check against an older secret after a rotation.
 * @param id the `webhook-id`.
 * @param timestampSeconds the `webhook-timestamp`, whole seconds since 1970.
 */
export function signatureOf(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets.map((secret) => `v1,${macOf(secret, content)}`).join(' ');
}

function macOf(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
