import fc from 'fast-check';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime from 'postal-mime';
import { messageFaults } from '../../../test/support/message-lint.js';
import type { MailMessage } from '../domain/mailer.js';
import { encodedFile, encodedText } from './content-encoding.js';
import { mimeMessage } from './mime-message.js';

const ID = '019b0000-1234-7abc-8def-0123456789ab';
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'feedback-id',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('\r\n', '\n', '\r', 'Bcc: x@evil.example', '"', '<', '>', ',', ' ', 'å', '=?'))
    .map((parts) => parts.join('')),
);

const FILE = { contentType: 'text/plain', base64: 'Y29udGVudA==' };

const DATE = new Date('2026-02-03T04:05:06Z');

function messageWith(name: string, subject: string, filename: string, file = FILE): Promise<Buffer> {
  return mimeMessage(anyMessage(name, subject, filename, file), DATE);
}

function anyMessage(name: string, subject: string, filename: string, file = FILE): MailMessage {
  return {
    id: ID,
    messageId: `<${ID}@livery.example>`,
    from: { name, address: 'documents@livery.example' },
    replyTo: 'office@acme.example',
    to: 'ada@client.example',
    // One that is empty is left out.
    subject: `S${subject}`,
    html: '<p>html</p>',
    text: 'text',
    feedbackId: '1:2:document:livery',
    envelopeFrom: 'documents@livery.example',
    isPartnersEnvelope: false,
    dkim: null,
    attachments: [{ filename, bytes: 0, sha256: '', ...file }],
    unsubscribe: { url: 'https://view.example/unsubscribe', isOneClick: true },
  };
}

/** The fields of a message and of its parts, in order, as nodemailer's composer writes them. */
function composed({ html, text, attachments, from, replyTo, to, subject, ...rest }: MailMessage): string[] {
  const oneLine = (line: string) => line.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const encoded = ({ encoding, bytes }: ReturnType<typeof encodedText>) => ({
    content: bytes,
    contentTransferEncoding: encoding,
  });
  const composer = new MailComposer({
    from: { name: oneLine(from.name ?? ''), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    html: encoded(encodedText(html)),
    text: encoded(encodedText(text)),
    messageId: rest.messageId,
    date: DATE,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': rest.feedbackId,
      'List-Unsubscribe': { prepared: true, value: `<${rest.unsubscribe?.url}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    attachments: attachments.map(({ filename, contentType, base64 }) => ({
      filename: oneLine(filename),
      contentType,
      ...encoded(encodedFile(base64)),
      contentDisposition: 'attachment',
    })),
    baseBoundary: rest.id,
  });
  const root = composer.compile();
  return [root, ...root.childNodes.flatMap((node) => [node, ...node.childNodes])].map((node) =>
    node.buildHeaders(),
  );
}

describe('The bytes of an email', () => {
  it('have the same headers as nodemailer’s for any names, subject and file names', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (name, subject, filename) => {
        const message = await messageWith(name, subject, filename);
        expect(messageFaults(message)).toEqual([]);
        const { headers, from, to, attachments, text, html } = await PostalMime.parse(message);
        expect(headers.map(({ key }) => key).sort()).toEqual(HEADERS);
        expect([from?.address, to?.map(({ address }) => address)]).toEqual([
          'documents@livery.example',
          ['ada@client.example'],
        ]);
        expect([attachments.length, text?.trim(), html?.trim()]).toEqual([1, 'text', '<p>html</p>']);
      }),
    );
  });

  it.each([
    ['application/pdf', 'a\r\n.b', 'a\r\n.b'],
    ['text/plain', 'å\nb\r', 'å\nb\r'],
    ['Multipart/Mixed', 'x', 'x'],
    ['message/rfc822', 'From: a@b.example\n\nå\r', 'From: a@b.example\r\n\r\nå\r\n'],
  ])('have an attachment of %s that a mail program can read', async (contentType, content, found) => {
    const base64 = Buffer.from(content).toString('base64');
    const message = await messageWith('a', 'b', 'c', { contentType, base64 });
    expect(message.toString('latin1').match(/\r(?!\n)|(?<!\r)\n/g)).toBeNull();
    if (contentType === 'message/rfc822') expect(String(message)).toContain(found);
    else {
      const { attachments } = await PostalMime.parse(message);
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString()).toBe(found);
    }
  });

  it.each(['=?utf-8?B?SGVq?= hello', 'a =?utf-8?Q?b c?=', '=?', 'x'.repeat(250), `å ${'y'.repeat(200)}`])(
    'show %j in the subject and the name unchanged',
    async (text) => {
      const { subject, from } = await PostalMime.parse(await messageWith(text, ` ${text}`, 'c'));
      expect([subject, from?.name]).toEqual([`S ${text}`, text]);
    },
  );

  it('have the headers that nodemailer writes', async () => {
    const anyName = fc.oneof(anyText, fc.constantFrom('Acme AB', 'Å & "Co" <x>', 'a.b', 'x'.repeat(90), ''));
    // It leaves these as they are, and mail programs show something else.
    const names = anyName.filter((text) => !/=\?|\S{60}/.test(text));
    await fc.assert(
      fc.asyncProperty(names, names, anyName, fc.boolean(), async (name, subject, filename, isPlain) => {
        const whole = anyMessage(name, subject, filename);
        const message = isPlain ? { ...whole, attachments: [], replyTo: null } : whole;
        const bytes = (await mimeMessage(message, DATE)).toString('latin1');
        const heads = composed(message).map((head) => Buffer.from(head).toString('latin1'));
        const found = bytes.split(/\r\n\r\n|^--\S+\r\n/m).filter((part) => heads.includes(part));
        expect(found).toEqual(heads);
      }),
      { numRuns: 300 },
    );
  });

  it('are the same for the same message', async () => {
    const message = () => messageWith('a', 'b', 'c');
    expect(await message()).toEqual(await message());
  });
});
