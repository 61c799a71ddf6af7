import fc from 'fast-check';
import PostalMime from 'postal-mime';
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

function messageWith(name: string, subject: string, filename: string, file = FILE): Promise<Buffer> {
  return mimeMessage(
    {
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
      attachments: [{ filename, ...file }],
      unsubscribe: { url: 'https://view.example/unsubscribe', isOneClick: true },
    },
    new Date('2026-02-03T04:05:06Z'),
  );
}

describe('The bytes of an email', () => {
  it('have the same headers whatever names, subject and file names hold', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (name, subject, filename) => {
        const { headers, from, to, attachments, text, html } = await PostalMime.parse(
          await messageWith(name, subject, filename),
        );
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
    ['multipart/mixed', 'x', 'x'],
    ['message/rfc822', 'From: a@b.example\n\nå\r', 'From: a@b.example\r\n\r\nå\r\n'],
  ])('have an attachment of %s as a mail program finds it', async (contentType, content, found) => {
    const base64 = Buffer.from(content).toString('base64');
    const message = await messageWith('a', 'b', 'c', { contentType, base64 });
    expect(message.toString('latin1').match(/\r(?!\n)|(?<!\r)\n/g)).toBeNull();
    if (contentType === 'message/rfc822') expect(String(message)).toContain(found);
    else if (contentType.startsWith('multipart/')) expect(String(message)).toContain(base64);
    else {
      const { attachments } = await PostalMime.parse(message);
      expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString()).toBe(found);
    }
  });

  it('are the same for the same message', async () => {
    expect(await messageWith('a', 'b', 'c')).toEqual(await messageWith('a', 'b', 'c'));
  });
});
