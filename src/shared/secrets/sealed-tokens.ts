import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SealedSecrets } from './sealed-secrets.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MIN_BYTES = NONCE_BYTES + TAG_BYTES;
/** 80 bits: short enough for an address, but too many to guess over the network. */
const SHORT_MAC_BYTES = 10;

/** The purpose of a token. A token is not valid for another purpose. */
export type TokenPurpose = 'unsubscribe' | 'bounce';

interface PurposeKeys {
  readonly encryption: Buffer;
  readonly nonce: Buffer;
}

/**
 * Creates tokens for public links and addresses, with keys derived from SECRET_KEYS, so that only this service can
 * read, alter or create them. The first key creates tokens, all keys read them.
 */
@Injectable()
export class SealedTokens {
  private readonly keys = new Map<TokenPurpose, readonly PurposeKeys[]>();

  constructor(private readonly secrets: SealedSecrets) {}

  /** An encrypted, authenticated token in base64url. Deterministic, so that retries send the same bytes. */
  seal(purpose: TokenPurpose, text: string): string {
    const [key] = this.keysOf(purpose);
    if (key === undefined) throw new Error('There is no secret key.');
    // The nonce derives from the text, so it repeats only with the same text.
    const nonce = createHmac('sha256', key.nonce).update(text, 'utf8').digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce);
    const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }

  /** Reads a token. Null if this service did not create it. */
  open(purpose: TokenPurpose, token: string): string | null {
    const content = Buffer.from(token, 'base64url');
    // Accept only the canonical spelling.
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

  /** A short authentication code that proves that this service wrote the bytes. Does not encrypt. */
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
