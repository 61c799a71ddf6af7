import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lvk_';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

const FORM = /^lvk_(?:([a-z][a-z0-9]{0,15})_)?[0-9A-Za-z]{38}$/;

/**
 * A new API key: `lvk_`, 32 random base62 characters (190 bits) and the CRC32 of all of these in 6 base62 characters.
 * Scanners for leaked secrets recognise the form, and the checksum keeps mistyped keys from the database. The name of a
 * cell follows the prefix, as in `lvk_b_…`.
 */
export function newApiKeyText(cell: string | null = null): string {
  let text = cell === null ? PREFIX : `${PREFIX}${cell}_`;
  for (let i = 0; i < RANDOM_LENGTH; i++) text += DIGITS.charAt(randomInt(DIGITS.length));
  return text + checksumOf(text);
}

/** True if a token looks like an API key rather than a JWT. */
export function claimsToBeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** True if a token has the form of an API key and the right checksum. The key need not exist. */
export function isApiKeyText(token: string): boolean {
  if (!FORM.test(token)) return false;
  return token.slice(-CHECKSUM_LENGTH) === checksumOf(token.slice(0, -CHECKSUM_LENGTH));
}

/** The cell that a key names; null for a key without a cell and for a text that is not a key. */
export function cellOfApiKey(token: string): string | null {
  return FORM.exec(token)?.[1] ?? null;
}

/** The stored digest. An unsalted SHA-256 suffices, because 190 random bits cannot be guessed. */
export function digestOfApiKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    checksum = DIGITS.charAt(rest % DIGITS.length) + checksum;
    rest = Math.floor(rest / DIGITS.length);
  }
  return checksum;
}
