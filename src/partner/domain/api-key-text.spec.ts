import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import {
  cellOfApiKey,
  claimsToBeApiKey,
  digestOfApiKey,
  isApiKeyText,
  newApiKeyText,
} from './api-key-text.js';

const base62 = fc.constantFrom(
  ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
);

describe('The text of an API key', () => {
  it('is lvk_ with 38 base62 characters, and passes its own check', () => {
    const keys = Array.from({ length: 200 }, newApiKeyText);
    for (const key of keys) {
      expect(key).toMatch(/^lvk_[0-9A-Za-z]{38}$/);
      expect(isApiKeyText(key)).toBe(true);
      expect(claimsToBeApiKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('names its cell, under the same checksum', () => {
    const key = newApiKeyText('b2');
    expect(key).toMatch(/^lvk_b2_[0-9A-Za-z]{38}$/);
    expect([isApiKeyText(key), claimsToBeApiKey(key), cellOfApiKey(key)]).toEqual([true, true, 'b2']);
    expect(isApiKeyText(key.replace('lvk_b2_', 'lvk_b3_'))).toBe(false);
    expect(isApiKeyText(key.replace('lvk_b2_', 'lvk_'))).toBe(false);
    for (const token of [newApiKeyText(), 'lvk_b2_short', 'a.b.c']) expect(cellOfApiKey(token)).toBeNull();
  });

  it('ends in the CRC32 of the text before it', () => {
    // Computed with another implementation of CRC32: 0xE2872140 and 0xBC0C2754.
    expect(isApiKeyText(`lvk_${'0'.repeat(32)}49CXOy`)).toBe(true);
    expect(isApiKeyText('lvk_liveryliveryliveryliveryliveryab3RVh1I')).toBe(true);
    expect(isApiKeyText('lvk_liveryliveryliveryliveryliveryac3RVh1I')).toBe(false);
  });

  it('is invalid after the change of any character', () => {
    fc.assert(
      fc.property(fc.nat({ max: 37 }), base62, (place, character) => {
        const key = newApiKeyText();
        const index = 'lvk_'.length + place;
        const changed = key.slice(0, index) + character + key.slice(index + 1);
        expect(isApiKeyText(changed)).toBe(changed === key);
      }),
    );
  });

  it('is invalid after a swap of neighbouring characters', () => {
    fc.assert(
      fc.property(fc.nat({ max: 36 }), (place) => {
        const key = newApiKeyText();
        const index = 'lvk_'.length + place;
        const swapped = key.slice(0, index) + key[index + 1]! + key[index]! + key.slice(index + 2);
        expect(isApiKeyText(swapped)).toBe(swapped === key);
      }),
    );
  });

  it('is distinguished from any other text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !isApiKeyText(text)));
    fc.assert(fc.property(fc.string({ unit: base62 }), (text) => !isApiKeyText(`lvk_${text}`)));
    expect(isApiKeyText(`${newApiKeyText()}\n`)).toBe(false);
    expect(isApiKeyText(` ${newApiKeyText()}`)).toBe(false);
    expect(isApiKeyText(newApiKeyText().toUpperCase())).toBe(false);
  });

  it('is stored as its SHA-256', () => {
    const key = newApiKeyText();
    expect(digestOfApiKey(key)).toEqual(createHash('sha256').update(key, 'utf8').digest());
  });
});
