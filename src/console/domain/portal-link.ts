import { createHash, randomBytes } from 'node:crypto';

const VALID_FOR_MS = 5 * 60_000;
const TOKEN_BYTES = 32;

type PortalLinkState = Pick<PortalLink, 'partnerId' | 'hash' | 'createdAt' | 'expiresAt'>;

/** A link into the console for one partner, valid for one sign-in within 5 minutes. Immutable. */
export class PortalLink {
  readonly partnerId: number;
  /** SHA-256 of the token, which only the recipient of the link knows. */
  readonly hash: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;

  constructor(state: PortalLinkState) {
    Object.assign(this, state);
  }

  static issue(partnerId: number, token: string, now: Date): PortalLink {
    const expiresAt = new Date(now.getTime() + VALID_FOR_MS);
    return new PortalLink({ partnerId, hash: digestOfToken(token), createdAt: now, expiresAt });
  }
}

/** A new token: 256 random bits in base64url. */
export function newPortalToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The stored form of a token. An unsalted digest suffices, because 256 random bits cannot be guessed. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The address to open. The token is in the fragment, which browsers do not send and logs do not record. */
export function portalUrl(origin: string, token: string): string {
  return `${origin}/console#link=${token}`;
}
