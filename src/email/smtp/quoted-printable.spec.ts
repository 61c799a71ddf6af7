import { quotedPrintable } from './quoted-printable.js';

const BYTES = Array.from({ length: 256 }, (_, byte) => byte);

function written(byte: number): string {
  if (byte === 0x0a || byte === 0x0d) return '\r\n';
  const isPlain = byte === 0x09 || (byte >= 0x20 && byte < 0x7f && byte !== 0x3d);
  return isPlain ? String.fromCodePoint(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

describe('Quoted-printable', () => {
  it.each([1, 2, 3, 4, 5])('writes every byte after %d plain characters', (before) => {
    const [head, tail] = ['x'.repeat(before), 'yyyyyyyy'];
    const found = BYTES.map((byte) =>
      String(quotedPrintable(Buffer.concat([Buffer.from(head), Buffer.of(byte), Buffer.from(tail)]))),
    );
    expect(found).toEqual(BYTES.map((byte) => `${head}${written(byte)}${tail}`));
  });

  it('ends a line before a character that does not fit, after any number of plain characters', () => {
    const lengths = Array.from({ length: 80 }, (_, length) => length);
    const found = lengths.map((length) => String(quotedPrintable(Buffer.from(`${'x'.repeat(length)}=`))));
    const expected = lengths.map((length) => {
      if (length > 75) return `${'x'.repeat(75)}=\r\n${'x'.repeat(length - 75)}=3D`;
      return length > 72 ? `${'x'.repeat(length)}=\r\n=3D` : `${'x'.repeat(length)}=3D`;
    });
    expect(found).toEqual(expected);
  });

  it('does not change an earlier result, and accepts a text of any length', () => {
    const first = quotedPrintable(Buffer.from('first'));
    const long = quotedPrintable(Buffer.alloc(300_000, 'long='));
    quotedPrintable(Buffer.from('other'));
    expect(String(first)).toBe('first');
    expect(String(long).replaceAll('=\r\n', '')).toBe('long=3D'.repeat(60_000));
  });
});
