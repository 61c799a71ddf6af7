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

function messageWith(name: string, subject: string, filename: string): Promise<Buffer> {
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
      attachments: [{ filename, contentType: 'text/plain', content: Buffer.from('content') }],
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

  it('are the same for the same message', async () => {
    expect(await messageWith('a', 'b', 'c')).toEqual(await messageWith('a', 'b', 'c'));
  });
});
