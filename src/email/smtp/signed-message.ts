import { buffer } from 'node:stream/consumers';
import type { DkimKey } from '../domain/mailer.js';

/**
 * The headers that a signature covers if present: those that recipients see, and those of one-click unsubscribing,
 * which RFC 8058 requires.
 */
const SIGNED_HEADERS = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'Feedback-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');
const SIGNATURE = Buffer.from('DKIM-Signature:');

/**
 * Prepends a DKIM signature (RFC 6376, rsa-sha256, relaxed/relaxed) to the message.
 * @throws Error if the key cannot sign, so that the email waits instead of being sent unsigned
 */
export async function signedMessage(message: Buffer, key: DkimKey): Promise<Buffer> {
  const { default: DKIM } = await import('nodemailer/lib/dkim');
  const signer = new DKIM({
    domainName: key.domain,
    keySelector: key.selector,
    privateKey: key.privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  const signed = await buffer(signer.sign(message));
  // The library returns the message unsigned if the key cannot sign.
  if (!signed.subarray(0, SIGNATURE.length).equals(SIGNATURE)) {
    throw new Error(`The DKIM key ${key.selector} of ${key.domain} cannot sign.`);
  }
  return signed;
}
