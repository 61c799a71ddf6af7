import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Settings } from '../settings.js';
import { SealedSecrets, type SecretPlace, UnreadableSecret } from './sealed-secrets.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const withKeys = (secretKeys: string) =>
  new SealedSecrets(new Settings({ DATABASE_URL: 'postgres://unused', SECRET_KEYS: secretKeys }));

const place: SecretPlace = { table: 'thing', row: 7, column: 'sealed_secret', partnerId: 3 };

describe('Sealed secrets', () => {
  const secrets = withKeys(`k1:${key(1)}`);

  it('open to the sealed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(secrets.open(secrets.seal(text, place), place)).toBe(text);
      }),
    );
  });

  it('differ at every sealing, and do not contain the text', () => {
    const sealed = secrets.seal('hunter2', place);
    expect(sealed).toMatch(/^k1\.[A-Za-z0-9_-]+$/);
    expect(sealed).not.toBe(secrets.seal('hunter2', place));
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('hunter2');
  });

  it.each<[string, Partial<SecretPlace>]>([
    ['table', { table: 'other' }],
    ['row', { row: 8 }],
    ['column', { column: 'sealed_previous_secret' }],
    ['partner', { partnerId: 4 }],
  ])('do not open in another %s', (_what, difference) => {
    const sealed = secrets.seal('hunter2', place);
    expect(() => secrets.open(sealed, { ...place, ...difference })).toThrow(UnreadableSecret);
  });

  it('do not open once a character is changed, cut off or added', () => {
    const sealed = secrets.seal('hunter2', place);
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === 'A' ? 'B' : 'A';
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1);
      // The last character has unused bits.
      if (index < sealed.length - 1) expect(() => secrets.open(changed, place)).toThrow(UnreadableSecret);
      expect(() => secrets.open(sealed.slice(0, index), place)).toThrow(UnreadableSecret);
    }
    expect(() => secrets.open(`${sealed}AAAA`, place)).toThrow(UnreadableSecret);
    expect(() => secrets.open('', place)).toThrow(UnreadableSecret);
  });

  it('are reported only by their place if they cannot be opened', () => {
    expect(() => secrets.open('k9.secretive', place)).toThrow(
      'The secret in thing.sealed_secret of row 7 cannot be opened.',
    );
  });

  it('open with any key, and are sealed with the first', () => {
    const old = secrets.seal('hunter2', place);
    const both = withKeys(`k2:${key(2)},k1:${key(1)}`);
    expect(both.open(old, place)).toBe('hunter2');
    expect([both.isOutdated(old), both.isOutdated(both.seal('x', place))]).toEqual([true, false]);
    expect(() => secrets.open(both.seal('hunter2', place), place)).toThrow(UnreadableSecret);
    // The same key under another id is another key.
    expect(() => withKeys(`k3:${key(1)}`).open(old, place)).toThrow(UnreadableSecret);
  });

  it('are sealed in the embedded mode with a generated key, which persists and only its owner can read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'livery-'));
    try {
      const settings = new Settings({ DATA_DIR: path.join(folder, 'data') });
      const sealed = new SealedSecrets(settings).seal('hunter2', place);
      expect(new SealedSecrets(settings).open(sealed, place)).toBe('hunter2');
      expect(statSync(path.join(folder, 'data', 'secret-keys')).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('Settings with unusable secret keys', () => {
  it('are reported together with all other faults', () => {
    expect(() => new Settings({ DATABASE_URL: 'postgres://unused', SECRET_KEYS: 'x', PORT: 'y' })).toThrow(
      expect.objectContaining({
        faults: [expect.stringContaining('PORT'), expect.stringContaining('SECRET_KEYS')],
      }),
    );
    expect(() => new Settings({ DATABASE_URL: 'postgres://unused' })).toThrow(/SECRET_KEYS must be set/);
  });
});
