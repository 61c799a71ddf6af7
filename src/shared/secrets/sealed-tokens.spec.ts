import fc from 'fast-check';
import { Settings } from '../settings.js';
import { SealedSecrets } from './sealed-secrets.js';
import { SealedTokens } from './sealed-tokens.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const withKeys = (secretKeys: string) =>
  new SealedTokens(
    new SealedSecrets(new Settings({ DATABASE_URL: 'postgres://unused', SECRET_KEYS: secretKeys })),
  );

describe('A sealed token', () => {
  const tokens = withKeys(`k1:${key(1)}`);

  it('opens to its text, is the same each time, and does not reveal the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 6 }), (text) => {
        const token = tokens.seal('unsubscribe', text);
        expect(token).toMatch(/^[\w-]+$/);
        expect(tokens.seal('unsubscribe', text)).toBe(token);
        expect(tokens.open('unsubscribe', token)).toBe(text);
        expect(Buffer.from(token, 'base64url').includes(text)).toBe(false);
      }),
    );
  });

  it('does not open for another purpose, or once a character is changed, removed or added', () => {
    const token = tokens.seal('unsubscribe', 'ada@client.example');
    expect(tokens.open('bounce', token)).toBeNull();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      expect(tokens.open('unsubscribe', token.slice(0, index) + other + token.slice(index + 1))).toBeNull();
      expect(tokens.open('unsubscribe', token.slice(0, index))).toBeNull();
    }
    for (const odd of ['', 'x', `${token}A`, `${token}=`, `${token} `, 'å'.repeat(100)]) {
      expect(tokens.open('unsubscribe', odd)).toBeNull();
    }
  });

  it('opens with any key, and is made with the first', () => {
    const old = tokens.seal('unsubscribe', 'x');
    const both = withKeys(`k2:${key(2)},k1:${key(1)}`);
    expect(both.open('unsubscribe', old)).toBe('x');
    expect(tokens.open('unsubscribe', both.seal('unsubscribe', 'x'))).toBeNull();
  });
});

describe('A short code', () => {
  it('proves who wrote the bytes, with any key', () => {
    const bytes = Buffer.from('an email');
    const mac = withKeys(`k1:${key(1)}`).sign('bounce', bytes);
    const both = withKeys(`k2:${key(2)},k1:${key(1)}`);
    expect(mac).toHaveLength(10);
    expect(both.verifies('bounce', bytes, mac)).toBe(true);
    expect(both.verifies('unsubscribe', bytes, mac)).toBe(false);
    expect(both.verifies('bounce', Buffer.from('another'), mac)).toBe(false);
    expect(both.verifies('bounce', bytes, mac.subarray(1))).toBe(false);
    expect(withKeys(`k2:${key(2)}`).verifies('bounce', bytes, mac)).toBe(false);
  });
});
