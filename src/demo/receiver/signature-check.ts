import { createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly header: (name: string) => string;
  readonly body: string;
}

/** Older and newer requests are treated as replayed ones. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook's signature (Standard Webhooks) as a partner would, from the public description alone. Returns
 * `signature ok` or the problem.
 */
export function signatureVerdict(
  { header, body }: SignedRequest,
  secret: string,
  now: Date = new Date(),
): string {
  const timestamp = header('webhook-timestamp');
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return 'signature WRONG: sent at another time';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${header('webhook-id')}.${timestamp}.${body}`)
    .digest();
  const isSigned = header('webhook-signature')
    .split(' ')
    .some((signature) => isEqual(signature.replace(/^v1,/, ''), expected));
  return isSigned ? 'signature ok' : 'signature WRONG';
}

function isEqual(base64: string, expected: Buffer): boolean {
  const given = Buffer.from(base64, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
