import { Conflict } from '../../shared/domain/errors.js';
import { isSigningSecret, type SigningSecret } from './signing.js';

/** A replaced signing secret signs along for this long. */
const SIGNS_ALONG_MS = 24 * 3_600_000;

/** At most this many replaced secrets sign along: each makes the signature header 48 bytes longer. */
export const MAX_PREVIOUS_SECRETS = 10;

/** A signing secret that has been replaced, and when it stops signing along. */
export interface PreviousSecret extends SigningSecret {
  readonly until: Date;
}

/**
 * The secrets that sign along after a rotation, the one just replaced first. Each keeps the end it was given when it
 * was replaced, so a rotation never invalidates a secret early.
 * @throws Conflict when too many would sign along.
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
      `${MAX_PREVIOUS_SECRETS} replaced secrets still sign along, which is the most there can be. ` +
        `The next rotation is possible from ${new Date(first).toISOString()}.`,
    );
  }
  return [{ secret: replaced, until: new Date(now.getTime() + SIGNS_ALONG_MS) }, ...valid];
}

/** The previous secrets as text, to be sealed. */
export function writePreviousSecrets(previous: readonly PreviousSecret[]): string {
  return JSON.stringify(previous);
}

/**
 * Reads what `writePreviousSecrets` wrote, or a bare secret, which is what was stored while there was only one.
 * @param latest when the last of them stops signing along.
 */
export function readPreviousSecrets(text: string, latest: Date): readonly PreviousSecret[] {
  if (isSigningSecret(text)) return [{ secret: text, until: latest }];
  const stored = JSON.parse(text) as readonly { readonly secret: string; readonly until: string }[];
  return stored.map(({ secret, until }) => ({
    secret,
    until: new Date(Math.min(Date.parse(until), latest.getTime())),
  }));
}
