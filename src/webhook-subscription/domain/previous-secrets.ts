import { Conflict } from '../../shared/domain/errors.js';
import { isSigningSecret, type SigningSecret } from './signing.js';

/** How long a replaced signing secret continues to sign in addition to the new one. */
const SIGNS_ALONG_MS = 24 * 3_600_000;

/** The most replaced secrets that still sign. Each makes the signature header 48 bytes longer. */
export const MAX_PREVIOUS_SECRETS = 10;

/** A replaced signing secret, and when it stops signing. */
export interface PreviousSecret extends SigningSecret {
  readonly until: Date;
}

/**
 * The replaced secrets that still sign after a rotation, the latest first. Each keeps the end set at its replacement,
 * so a rotation never invalidates a secret early.
 * @throws Conflict if there would be too many
 */
export function afterRotation(
  previous: readonly PreviousSecret[],
  replaced: string,
  now: Date,
): readonly [PreviousSecret, ...PreviousSecret[]] {
  const valid = previous.filter(({ until }) => now < until);
  if (valid.length >= MAX_PREVIOUS_SECRETS) {
    const first = Math.min(...valid.map(({ until }) => until.getTime()));
    throw new Conflict(
      'too_many_secrets',
      `${MAX_PREVIOUS_SECRETS} replaced secrets still sign, which is the limit. ` +
        `The next rotation is possible from ${new Date(first).toISOString()}.`,
    );
  }
  return [{ secret: replaced, until: new Date(now.getTime() + SIGNS_ALONG_MS) }, ...valid];
}

/** Writes previous secrets as text, to be sealed. */
export function writePreviousSecrets(previous: readonly PreviousSecret[]): string {
  return JSON.stringify(previous);
}

/**
 * Reads what `writePreviousSecrets` wrote, or a bare secret, the format of earlier versions with only one.
 * @param latest when the last of them stops signing
 */
export function readPreviousSecrets(text: string, latest: Date): readonly PreviousSecret[] {
  if (isSigningSecret(text)) return [{ secret: text, until: latest }];
  const stored = JSON.parse(text) as readonly { readonly secret: string; readonly until: string }[];
  return stored.map(({ secret, until }) => ({
    secret,
    until: new Date(Math.min(Date.parse(until), latest.getTime())),
  }));
}
