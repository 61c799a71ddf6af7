import { ApiKey } from './api-key.js';
import { digestOfApiKey, newApiKeyText } from './api-key-text.js';
import type { Scope } from './scope.js';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

function key(options: { expiresAt?: Date; scopes?: Scope[] } = {}): ApiKey {
  const { expiresAt = null, scopes = null } = options;
  return ApiKey.issue(1, 2, { label: null, scopes, expiresAt }, digestOfApiKey(newApiKeyText()), now);
}

describe('An API key', () => {
  it('may read and write by default', () => {
    expect(key().scopes).toEqual(['read', 'write']);
    expect(key({ scopes: ['write', 'read', 'write'] }).scopes).toEqual(['read', 'write']);
    expect(key({ scopes: ['read'] }).scopes).toEqual(['read']);
  });

  it('stops being valid in the millisecond of its expiry', () => {
    const short = key({ expiresAt: later(1_000) });
    expect(short.isValid(later(999))).toBe(true);
    expect(short.isValid(later(1_000))).toBe(false);
    expect(key().isValid(later(1e12))).toBe(true);
  });

  it('is not valid once it is revoked', () => {
    expect(key().revoke(now).isValid(now)).toBe(false);
  });

  it('records its first use, and then one a minute', () => {
    expect(key().shouldRecordUse(now)).toBe(true);
    expect(key().used(now).shouldRecordUse(later(59_999))).toBe(false);
    expect(key().used(now).shouldRecordUse(later(60_000))).toBe(true);
  });
});
