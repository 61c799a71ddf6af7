import fc from 'fast-check';
import { headerLine } from './header-line.js';

describe('A header line', () => {
  it('is one line without blanks at its ends', () => {
    expect(headerLine(' Offer\r\nBcc: x@evil.example\u2028 42\t')).toBe('Offer Bcc: x@evil.example 42');
  });

  it('is null for a text of blanks and control characters alone', () => {
    expect(headerLine(' \r\n\u0000\u202e')).toBeNull();
  });

  it('has at most 255 characters, and never half a character', () => {
    const line = headerLine('😀'.repeat(300));
    expect(Array.from(line ?? '')).toHaveLength(255);
    expect(line).toMatch(/^(?:😀)+…$/u);
  });

  it('has no control character and at most 255 characters, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        const line = headerLine(text) ?? '';
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(Array.from(line).length).toBeLessThanOrEqual(255);
      }),
    );
  });
});
