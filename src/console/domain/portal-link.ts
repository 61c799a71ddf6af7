import { createHash, randomBytes } from 'node:crypto';

const VALID_FOR_MS = 5 * 60_000;
const TOKEN_BYTES = 32;

type PortalLinkState = Pick<PortalLink, 'partnerId' | 'hash' | 'createdAt' | 'expiresAt'>;

/** A way into the console for one partner, good for one sign-in within 5 minutes. Immutable. */
export class PortalLink {
  readonly partnerId: number;
  /** SHA-256 of the token, which nobody but the one who is sent the link knows. */
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

/** What is stored of a token. A plain digest is enough: nobody can guess 256 random bits. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The address to open. The token stands in the fragment, which browsers send to nobody and no log records. */
export function portalUrl(origin: string, token: string): string {
  return `${origin}/console#link=${token}`;
}
