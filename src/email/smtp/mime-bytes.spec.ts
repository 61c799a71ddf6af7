import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import { mimeBytes } from './mime-bytes.js';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(
      fc.constantFrom('\r\n', '\n', ' ', '\t', '.', '=', 'å', '😀', 'word', 'x'.repeat(80), '<p style="">'),
      {
        maxLength: 200,
      },
    )
    .map((parts) => parts.join('')),
);
const anyAttachment = fc.record({
  filename: fc.constantFrom('a.pdf', 'å b.txt'),
  contentType: fc.constantFrom(
    'application/pdf',
    'text/plain',
    'message/rfc822',
    'multipart/mixed',
    'image/png',
  ),
  content: fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    anyText.map((text) => Buffer.from(text)),
  ),
});

/** The same message for nodemailer's streams and for us. */
function composed(html: string, text: string, attachments: readonly object[] = []) {
  return new MailComposer({
    from: 'documents@livery.example',
    to: 'ada@client.example',
    subject: 'Hej',
    messageId: '<1@livery.example>',
    date: new Date('2026-02-03T04:05:06Z'),
    html,
    text,
    attachments: attachments.map((attachment) => ({ ...attachment })),
    baseBoundary: 'b',
    newline: '\r\n',
  }).compile();
}

function ofNodemailer(html: string, text: string, attachments: readonly object[] = []): Promise<Buffer> {
  return composed(html, text, attachments).build();
}

/** A relay gets these from nodemailer for any message. */
function asSent(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll(/\r(?!\n)|(?<!\r)\n/g, '\r\n');
}

describe('The bytes of a tree of MIME parts', () => {
  it('are those that nodemailer sends', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        anyText,
        fc.array(anyAttachment, { maxLength: 2 }),
        async (html, text, files) => {
          const ours = mimeBytes(composed(html, text, files)).toString('latin1');
          expect(ours).toBe(asSent(await ofNodemailer(html, text, files)));
        },
      ),
    );
  });

  it.each([
    ['long lines', `${'word '.repeat(40_000)}\n`],
    ['a blank where a slice ends', `${'å'.repeat(32_767)}x ${'y'.repeat(100)}`],
    ['a blank and a line break where a slice ends', `${'å'.repeat(32_767)}x \n${'y'.repeat(100)}`],
    ['blanks at the end', `å${' '.repeat(300)}`],
    ['more blanks at the end than a slice has bytes', `å${' '.repeat(70_000)}`],
  ])('are those that nodemailer sends with %s', async (_, text) => {
    const ours = mimeBytes(composed(`<p>${text}</p>`, text)).toString('latin1');
    expect(ours === asSent(await ofNodemailer(`<p>${text}</p>`, text))).toBe(true);
  });

  it('end every line with CRLF', () => {
    const ours = mimeBytes(composed('<p>\rå\n</p>', 'a\r\rb\n\rc')).toString('latin1');
    expect(ours.match(/\r(?!\n)|(?<!\r)\n/g)).toBeNull();
  });
});
