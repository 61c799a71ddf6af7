import { generateKeyPairSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import DKIM from 'nodemailer/lib/dkim';
import { verifyDkim } from '../../../test/support/dkim.js';
import { signedMessage } from './signed-message.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });
const KEY = {
  domain: 'acme.example',
  selector: 'livery1',
  privateKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};
const PUBLISHED = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const HEAD = [
  'From: Acme  <a@acme.example>',
  'To: ada@client.example',
  'Subject: An offer\r\n\tin two  lines ',
  'Message-ID: <1@acme.example>',
  'Date: Tue, 3 Feb 2026 04:05:06 +0000',
  'Feedback-ID: 1:2:document:livery',
].join('\r\n');
const messageWith = (body: string) => Buffer.from(`${HEAD}\r\n\r\n${body}`, 'latin1');
const verdictOn = (text: string) => verifyDkim(Buffer.from(text, 'latin1'), PUBLISHED);

const anyBody = fc
  .array(fc.constantFrom('\r\n', '\r\n\r\n', ' ', '\t', 'a', '\xe5', '.', '=20', 'x'.repeat(90)), {
    maxLength: 40,
  })
  .map((parts) => `${parts.join('')}\r\n`);

describe('A DKIM signature', () => {
  it('verifies for any body, and has the body hash that nodemailer computes', async () => {
    const theirs = new DKIM({
      domainName: KEY.domain,
      keySelector: KEY.selector,
      privateKey: KEY.privateKey,
    });
    const hashIn = (signed: Buffer) => /bh=([^;]+);/.exec(signed.toString('latin1'))?.[1];
    await fc.assert(
      fc.asyncProperty(anyBody, async (body) => {
        const signed = await signedMessage(messageWith(body), KEY);
        expect(verifyDkim(signed, PUBLISHED)).toMatchObject({ isBodyIntact: true, isValid: true });
        expect(hashIn(signed)).toBe(hashIn(await buffer(theirs.sign(messageWith(body)))));
      }),
    );
  });

  it('becomes invalid by a second copy of a visible header, at any place', async () => {
    const signed = (await signedMessage(messageWith('Hello\r\n'), KEY)).toString('latin1');
    expect(verdictOn(signed)?.isValid).toBe(true);
    const added = [
      'From: Mallory <m@evil.example>',
      'To: m@evil.example',
      'Cc: m@evil.example',
      'Reply-To: m@evil.example',
      'Subject: Another offer',
      'Date: Tue, 3 Feb 2026 04:05:07 +0000',
      'Message-ID: <2@evil.example>',
    ];
    for (const field of added) {
      for (const altered of [`${field}\r\n${signed}`, signed.replace('\r\n\r\n', `\r\n${field}\r\n\r\n`)]) {
        expect([field, verdictOn(altered)?.isValid]).toEqual([field, false]);
      }
    }
  });

  it.each(['Received: by relay.example', 'Sender: list@relay.example', 'Feedback-ID: 1:relay'])(
    'stays valid after relays prepend headers such as %s',
    async (field) => {
      const signed = (await signedMessage(messageWith('Hello\r\n'), KEY)).toString('latin1');
      expect(verdictOn(`${field}\r\n${signed}`)?.isValid).toBe(true);
    },
  );

  it('has lines of at most 76 characters', async () => {
    const signed = await signedMessage(messageWith('Hello\r\n'), KEY);
    const [head = ''] = signed.toString('latin1').split('\r\nFrom: ');
    expect(head.split('\r\n').filter(({ length }) => length > 76)).toEqual([]);
  });

  it('is not omitted if the key cannot sign', async () => {
    await expect(signedMessage(messageWith('\r\n'), { ...KEY, privateKey: 'none' })).rejects.toThrow();
  });
});
