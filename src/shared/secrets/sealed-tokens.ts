import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SealedSecrets } from './sealed-secrets.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_BYTES = NONCE_BYTES + TAG_BYTES;
/** 80 bits: short enough for an address, and too many to guess over the network. */
const SHORT_MAC_BYTES = 10;

/** The purpose of a token; a token of one purpose is not valid for another. */
export type TokenPurpose = 'unsubscribe' | 'bounce';

interface PurposeKeys {
  readonly encryption: Buffer;
  readonly nonce: Buffer;
}

/**
 * Makes tokens for links and addresses that leave the service, with keys derived from SECRET_KEYS: nobody else can read,
 * alter or make one. The first key makes them, all keys read them.
 */
@Injectable()
export class SealedTokens {
  private readonly keys = new Map<TokenPurpose, readonly PurposeKeys[]>();

  constructor(private readonly secrets: SealedSecrets) {}

  /** An encrypted, authenticated token in base64url. The same text gives the same token, so retries send the same bytes. */
  seal(purpose: TokenPurpose, text: string): string {
    const [key] = this.keysOf(purpose);
    if (key === undefined) throw new Error('There is no secret key.');
    // A nonce that follows from the text repeats only with the text itself.
    const nonce = createHmac('sha256', key.nonce).update(text, 'utf8').digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce);
    const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** The text of a token; null for one that this service has not made. */
  open(purpose: TokenPurpose, token: string): string | null {
    const content = Buffer.from(token, 'base64url');
    // Only one spelling of a token is valid.
    if (content.length < MIN_BYTES || content.toString('base64url') !== token) return null;
    for (const { encryption } of this.keysOf(purpose)) {
      const decipher = createDecipheriv('aes-256-gcm', encryption, content.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(content.subarray(-TAG_BYTES));
      const text = decipher.update(content.subarray(NONCE_BYTES, -TAG_BYTES));
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        continue;
      }
    }
    return null;
  }

  /** A short code that proves that this service has written the bytes. It hides nothing. */
  sign(purpose: TokenPurpose, bytes: Buffer): Buffer {
    const [key] = this.keysOf(purpose);
    if (key === undefined) throw new Error('There is no secret key.');
    return shortMac(key, bytes);
  }

  verifies(purpose: TokenPurpose, bytes: Buffer, mac: Buffer): boolean {
    return (
      mac.length === SHORT_MAC_BYTES &&
      this.keysOf(purpose).some((key) => timingSafeEqual(shortMac(key, bytes), mac))
    );
  }

  private keysOf(purpose: TokenPurpose): readonly PurposeKeys[] {
    const known = this.keys.get(purpose);
    if (known !== undefined) return known;
    const derived = this.secrets.derive(`livery ${purpose}`, 64).map((bytes) => ({
      encryption: bytes.subarray(0, 32),
      nonce: bytes.subarray(32),
    }));
    this.keys.set(purpose, derived);
    return derived;
  }
}

function shortMac({ nonce }: PurposeKeys, bytes: Buffer): Buffer {
  return createHmac('sha256', nonce).update(bytes).digest().subarray(0, SHORT_MAC_BYTES);
}
