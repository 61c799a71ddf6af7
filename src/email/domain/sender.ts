import { createHash } from 'node:crypto';

/** The DKIM identity of a sender, without its private key. */
export interface DkimIdentity {
  /** The `d` of the signature. */
  readonly domain: string;
  readonly selector: string;
  /** SPKI in base64. */
  readonly publicKey: string;
  readonly sealedKey: string;
}

/** The address that emails of a partner come from. */
export class Sender {
  readonly partnerId: number;
  readonly from: string;
  readonly dkimDomain: string | null;
  readonly dkimSelector: string | null;
  readonly dkimPublicKey: string | null;
  readonly sealedDkimKey: string | null;
  readonly updatedAt: Date;

  constructor(partnerId: number, from: string, dkim: DkimIdentity | null, now: Date) {
    this.partnerId = partnerId;
    this.from = from;
    this.dkimDomain = dkim?.domain ?? null;
    this.dkimSelector = dkim?.selector ?? null;
    this.dkimPublicKey = dkim?.publicKey ?? null;
    this.sealedDkimKey = dkim?.sealedKey ?? null;
    this.updatedAt = now;
  }

  get dkim(): DkimIdentity | null {
    const { dkimDomain: domain, dkimSelector: selector, dkimPublicKey: publicKey, sealedDkimKey } = this;
    if (domain === null || selector === null || publicKey === null || sealedDkimKey === null) return null;
    return { domain, selector, publicKey, sealedKey: sealedDkimKey };
  }

  /**
   * The ETag of this state. A digest, because version numbers would start over when a sender is deleted and set again.
   */
  get tag(): string {
    const { from, dkimDomain, dkimSelector, dkimPublicKey } = this;
    const content = JSON.stringify([from, dkimDomain, dkimSelector, dkimPublicKey]);
    return createHash('sha256').update(content).digest('base64url').slice(0, 22);
  }
}

/** The domain of an address, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/**
 * True if the domains are aligned for DMARC (relaxed, RFC 7489, 3.1): they are equal, or one is a subdomain of the
 * other. Does not recognise two subdomains of one organisation, which DMARC would accept.
 */
export function isAligned(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}
