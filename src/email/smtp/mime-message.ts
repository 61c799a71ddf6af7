import MailComposer from 'nodemailer/lib/mail-composer';
import type { MailMessage, MailUnsubscribe } from '../domain/mailer.js';
import { encodedFile, encodedText, type EncodedContent } from './content-encoding.js';
import { mimeBytes } from './mime-bytes.js';
import { signedMessage } from './signed-message.js';

/** A message within a message must not be encoded (RFC 2046, 5.2.1). */
const SENT_AS_IT_IS = /^message\//i;

/**
 * The bytes of an email: a text part and an HTML part as alternatives, and the attachments. No value can leave its
 * header or part: line breaks in headers are removed, and text that is not ASCII is encoded. The sender's DKIM key, if it
 * has one, signs the whole.
 */
export async function mimeMessage(message: MailMessage, date: Date): Promise<Buffer> {
  const { from, replyTo, to, subject, html, text, attachments, messageId, unsubscribe, feedbackId, dkim } =
    message;
  const composer = new MailComposer({
    from: { name: oneLine(from.name ?? ''), address: from.address },
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(subject),
    ...(html !== '' && { html: partOf(encodedText(html)) }),
    ...(text !== '' && { text: partOf(encodedText(text)) }),
    messageId,
    date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': feedbackId,
      ...unsubscribeHeaders(unsubscribe),
    },
    attachments: attachments.map(({ filename, contentType, base64 }) => ({
      filename: oneLine(filename),
      contentType,
      ...(SENT_AS_IT_IS.test(contentType) ? { content: withCrlf(base64) } : partOf(encodedFile(base64))),
      contentDisposition: 'attachment',
    })),
    // Every attempt sends the same bytes, except for the date.
    baseBoundary: message.id,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const bytes = mimeBytes(composer.compile());
  return dkim === null ? bytes : signedMessage(bytes, dkim);
}

function partOf({ encoding, bytes }: EncodedContent) {
  return { content: bytes, contentTransferEncoding: encoding };
}

/** The content itself. Other line breaks would become CRLF on the way to the relay, after the message was signed. */
function withCrlf(base64: string): Buffer {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return Buffer.from(text.replaceAll(/\r\n?|\n/g, '\r\n'), 'latin1');
}

/** Lets mail programs offer the page (RFC 2369), or unsubscribe by a POST to it (RFC 8058). */
function unsubscribeHeaders(unsubscribe: MailUnsubscribe | null) {
  if (unsubscribe === null) return {};
  const { url, isOneClick } = unsubscribe;
  return {
    'List-Unsubscribe': { prepared: true, value: `<${new URL(url).href}>` },
    ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
