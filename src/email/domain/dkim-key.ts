import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Bits of an RSA key. RFC 8301 lets receivers ignore shorter keys, and longer ones do not fit into DNS records. */
const BITS = { least: 1_024, most: 4_096, recommended: 2_048 };
const PRIVATE_KEY = /^\s*-----BEGIN (?<label>(?:RSA )?PRIVATE KEY)-----[^-]+-----END \k<label>-----\s*$/;

/** A sentence about what is wrong with a private DKIM key; null if it is usable. */
export function dkimKeyProblem(pem: string): string | null {
  const key = privateKeyOf(pem);
  if (key === null) return 'Must be a private key in PEM form (BEGIN PRIVATE KEY), without a password.';
  if (key.asymmetricKeyType !== 'rsa') {
    return 'Must be an RSA key: Gmail, Outlook and Yahoo verify no other signatures (RFC 8463 is not in use there).';
  }
  const bits = bitsOf(key);
  return bits >= BITS.least && bits <= BITS.most
    ? null
    : `Must be an RSA key of ${BITS.least} to ${BITS.most} bits, and has ${bits}.`;
}

/** The public key as the `p` of a DKIM record: SPKI in base64. Call it only with a key that has no problem. */
export function dkimPublicKey(pem: string): string {
  return createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64');
}

/** True for a key that receivers accept but that is shorter than the 2,048 bits that RFC 8301 recommends. */
export function isWeakDkimKey(publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' });
  return bitsOf(key) < BITS.recommended;
}

function privateKeyOf(pem: string): KeyObject | null {
  if (!PRIVATE_KEY.test(pem)) return null;
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}

function bitsOf(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}
