import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { encodedFile, encodedText } from './content-encoding.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        '\r\n',
        '\n',
        '\r',
        ' ',
        '\t',
        '.',
        '=',
        'å',
        '😀',
        '日',
        'word',
        'x'.repeat(80),
        '<p style="">',
      ),
      { maxLength: 200 },
    )
    .map((parts) => parts.join('')),
);

/** The content as a mail program finds it. */
async function decoded(encoding: string, bytes: Buffer): Promise<string> {
  const head = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const { text } = await PostalMime.parse(Buffer.concat([Buffer.from(head), bytes]));
  return text ?? '';
}

describe('The encoding of a text', () => {
  it('decodes to the same text, in lines that every relay accepts', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { encoding, bytes } = encodedText(text);
        // A parser adds a line break at the end.
        const lines = (found: string) => found.replaceAll(/\r\n?|\n/g, '\n').replace(/\n+$/, '');
        expect(lines(await decoded(encoding, bytes))).toBe(lines(Buffer.from(text).toString()));
        const written = bytes.toString('latin1').split('\r\n');
        expect(written.filter((line) => line.length > 76 || /[\r\n]|[ \t]$|^\.|[^ -~\t]/.test(line))).toEqual(
          [],
        );
      }),
    );
  });

  it.each([
    ['hello = 1 ', 'quoted-printable', 'hello =3D 1=20'],
    ['.a\n\r.b', 'quoted-printable', '=2Ea\r\n\r\n=2Eb'],
    ['x'.repeat(80), 'quoted-printable', `${'x'.repeat(75)}=\r\n${'x'.repeat(5)}`],
    [`${'x'.repeat(74)}å`, 'quoted-printable', `${'x'.repeat(74)}=\r\n=C3=A5`],
    ['日本', 'base64', '5pel5pys'],
    ['', 'quoted-printable', ''],
  ])('is the shorter one: %j', (text, encoding, written) => {
    const found = encodedText(text);
    expect([found.encoding, String(found.bytes)]).toEqual([encoding, written]);
  });
});

describe('The encoding of a file', () => {
  it.each([0, 1, 56, 57, 58, 114, 5_000])('has %d bytes in lines that end with CRLF', (length) => {
    const lines =
      Buffer.alloc(length, 'content')
        .toString('base64')
        .match(/.{1,76}/g) ?? [];
    const fromDatabase = lines.map((line) => (line.length < 76 ? line : `${line}\n`)).join('');
    expect(String(encodedFile(fromDatabase).bytes)).toBe(lines.join('\r\n'));
  });
});
