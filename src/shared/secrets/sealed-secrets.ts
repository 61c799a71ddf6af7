import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseSecretKeys, type SecretKeys } from '../domain/secret-keys.js';
import { Settings } from '../settings.js';
import { dataFolderKeys } from './data-folder-keys.js';

/** The place of a sealed secret. It can be opened only there, so that no row can use another's secret. */
export interface SecretPlace {
  readonly table: string;
  readonly row: number | string;
  readonly column: string;
  readonly partnerId: number;
}

/** A sealed text cannot be opened: its key is missing, it was altered, or it belongs to another place. */
export class UnreadableSecret extends Error {
  constructor(place: SecretPlace, cause?: unknown) {
    super(`The secret in ${place.table}.${place.column} of row ${place.row} cannot be opened.`, { cause });
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals secrets for storage with AES-256-GCM and the first of SECRET_KEYS, and opens texts sealed with any of them. A
 * sealed text is `<key id>.<base64url of nonce, ciphertext and tag>`.
 */
@Injectable()
export class SealedSecrets {
  private readonly keys: SecretKeys;

  constructor(settings: Settings) {
    this.keys = settings.secretKeys ?? parseSecretKeys(dataFolderKeys(settings.dataDir));
  }

  /** Seals a secret. For a new row, take the row's id from its sequence first. */
  seal(plaintext: string, place: SecretPlace): string {
    const [{ id, bytes }] = this.keys;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(additionalData(id, place));
    const sealed = Buffer.concat([
      nonce,
      cipher.update(plaintext, 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
    return `${id}.${sealed.toString('base64url')}`;
  }

  /** @throws UnreadableSecret */
  open(sealed: string, place: SecretPlace): string {
    const [id = '', text = ''] = sealed.split('.', 2);
    const key = this.keys.find((candidate) => candidate.id === id);
    const content = Buffer.from(text, 'base64url');
    if (key === undefined || content.length < NONCE_BYTES + TAG_BYTES) throw new UnreadableSecret(place);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, content.subarray(0, NONCE_BYTES))
        .setAAD(additionalData(id, place))
        .setAuthTag(content.subarray(-TAG_BYTES));
      const opened = decipher.update(content.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new UnreadableSecret(place, cause);
    }
  }

  /** Derives keys for another purpose, one from each secret key, in order (HKDF-SHA256). */
  derive(purpose: string, bytes: number): readonly Buffer[] {
    return this.keys.map((key) => Buffer.from(hkdfSync('sha256', key.bytes, '', purpose, bytes)));
  }

  /** The id of the key in a sealed text. */
  keyIdOf(sealed: string): string {
    return sealed.split('.', 1).join();
  }

  /** True if a text was not sealed with the current first key, so it should be sealed again. */
  isOutdated(sealed: string): boolean {
    return !sealed.startsWith(`${this.keys[0].id}.`);
  }
}

function additionalData(keyId: string, { table, row, column, partnerId }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify(['livery', keyId, table, String(row), column, partnerId]));
}
