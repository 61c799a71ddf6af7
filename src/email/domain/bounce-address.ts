/** Bytes of the partner's id and the email's id, which precede the authentication code. */
const NAMED_BYTES = 20;
const MAC_BYTES = 10;
const BYTES = NAMED_BYTES + MAC_BYTES;
/** The length in base 36, since addresses do not distinguish upper and lower case. */
const CHARACTERS = Math.ceil((BYTES * 8) / Math.log2(36));
/** The most characters before the `+`, because a local part has at most 64 (RFC 5321, 4.5.3.1.1). */
export const MAX_BOUNCE_LOCAL_PART = 64 - CHARACTERS - 1;
const TOKEN = new RegExp(`^[0-9a-z]{${CHARACTERS}}$`);

/** The email that a bounce is about. */
export interface BouncedEmail {
  readonly partnerId: number;
  /** A UUID. */
  readonly id: string;
}

/** The bytes that the authentication code covers. */
export function namedBytes({ partnerId, id }: BouncedEmail): Buffer {
  const bytes = Buffer.alloc(NAMED_BYTES);
  bytes.writeUInt32BE(partnerId, 0);
  bytes.write(id.replaceAll('-', ''), 4, 'hex');
  return bytes;
}

/** The variable part of an envelope sender, which identifies the email (VERP). */
export function writeBounceToken(named: Buffer, mac: Buffer): string {
  const number = BigInt(`0x${Buffer.concat([named, mac]).toString('hex')}`);
  return number.toString(36).padStart(CHARACTERS, '0');
}

/** The email that a token names, and the code that the caller must verify. Null if the text is not a token. */
export function readBounceToken(
  token: string,
): { readonly email: BouncedEmail; readonly named: Buffer; readonly mac: Buffer } | null {
  if (!TOKEN.test(token)) return null;
  let number = 0n;
  for (const digit of token) number = number * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = number.toString(16).padStart(BYTES * 2, '0');
  if (hex.length > BYTES * 2) return null;
  const bytes = Buffer.from(hex, 'hex');
  const named = bytes.subarray(0, NAMED_BYTES);
  const id = named.toString('hex', 4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { email: { partnerId: named.readUInt32BE(0), id }, named, mac: bytes.subarray(NAMED_BYTES) };
}
