/** A key for sealing secrets: 32 bytes, and the id that sealed texts refer to. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** At least one key. The first one seals, all of them open. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** SECRET_KEYS is invalid. The message names the fault but never a key. */
export class InvalidSecretKeys extends Error {}

/**
 * Parses `id:base64,…`, with 32 random bytes each.
 * @throws InvalidSecretKeys
 */
export function parseSecretKeys(text: string): SecretKeys {
  const [first, ...others] = text.split(',').map((entry) => parseKey(entry.trim()));
  if (first === undefined) throw new InvalidSecretKeys('SECRET_KEYS must name at least one key.');
  const ids = [first, ...others].map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new InvalidSecretKeys('SECRET_KEYS names the same id twice.');
  return [first, ...others];
}

function parseKey(entry: string): SecretKey {
  const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
  if (id === undefined || base64 === undefined) {
    throw new InvalidSecretKeys('SECRET_KEYS must be a comma-separated list of id:base64, each of 32 bytes.');
  }
  return { id, bytes: Buffer.from(base64, 'base64') };
}
