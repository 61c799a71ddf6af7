import { createPublicKey, type KeyObject } from 'node:crypto';

/**
 * The signature algorithms that a partner's tokens may use, each with a description of the key it needs. All are
 * asymmetric: if HMAC were allowed, a forger could use the public key as the shared secret.
 */
const keysOf = {
  RS256: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  RS384: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  RS512: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  PS256: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  PS384: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  PS512: { needs: 'an RSA key of at least 2048 bits', fits: isLargeRsa },
  ES256: { needs: 'an EC key on the curve P-256', fits: isOnCurve('prime256v1') },
  ES384: { needs: 'an EC key on the curve P-384', fits: isOnCurve('secp384r1') },
  ES512: { needs: 'an EC key on the curve P-521', fits: isOnCurve('secp521r1') },
  EdDSA: { needs: 'an Ed25519 key', fits: (key: KeyObject) => key.asymmetricKeyType === 'ed25519' },
} as const;

export type JwtAlgorithm = keyof typeof keysOf;

export const jwtAlgorithms = Object.keys(keysOf) as JwtAlgorithm[];

export function isJwtAlgorithm(value: unknown): value is JwtAlgorithm {
  return typeof value === 'string' && Object.hasOwn(keysOf, value);
}

/** The public key in a PEM text (SPKI, `BEGIN PUBLIC KEY`); null for anything else, including a private key. */
export function publicKeyOf(pem: string): KeyObject | null {
  if (!/^\s*-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\s*$/.test(pem)) return null;
  try {
    return createPublicKey(pem);
  } catch {
    return null;
  }
}

/** A sentence that says why these algorithms cannot use a public key; null if they can. */
export function publicKeyProblem(pem: string, algorithms: readonly JwtAlgorithm[]): string | null {
  const key = publicKeyOf(pem);
  if (key === null) return 'Must be a public key in PEM form (BEGIN PUBLIC KEY).';
  const unfit = algorithms.find((algorithm) => !keysOf[algorithm].fits(key));
  return unfit === undefined ? null : `Must be ${keysOf[unfit].needs} for ${unfit}.`;
}

function isLargeRsa(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
}

function isOnCurve(curve: string): (key: KeyObject) => boolean {
  return (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve;
}
