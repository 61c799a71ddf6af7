import type { AttachedFile, MailAttachment, MailMessage, MailUnsubscribe } from '../domain/mailer.js';
import { encodedFile, encodedText } from './content-encoding.js';
import { HeaderEncoder } from './header-encoder.js';
import { bytesOf, type MimePart } from './mime-parts.js';
import { signedMessage } from './signed-message.js';

const END_OF_HEAD = '\r\n\r\n';
const NOTHING = Buffer.alloc(0);
/** A nested message must not be encoded (RFC 2046, 5.2.1). */
const SENT_AS_IT_IS = /^message\//i;
/** A multipart must not be encoded either (RFC 2045, 6.4), and its boundary is known only from its bytes. */
const IN_PARTS = /^multipart\//i;
const ANY_FILE = 'application/octet-stream';
const NOT_ASCII = /\P{ASCII}/u;
/** RFC 5322, 2.1.1. */
const MAX_LINE = 998;

/**
 * The bytes of an email: text and HTML as alternatives, and the attachments. No value can break out of its header or
 * part: line breaks in headers are removed, and text that is not ASCII is encoded. If the sender has a DKIM key, it
 * signs the message.
 */
export async function mimeMessage(message: MailMessage, date: Date): Promise<Buffer> {
  const { dkim } = message;
  const encoder = await HeaderEncoder.load();
  const content = contentOf(message, encoder);
  const fields = [...messageFields(message, date, encoder), ...content.fields];
  const bytes = bytesOf({ ...content, fields });
  return dkim === null ? bytes : signedMessage(bytes, dkim);
}

/** The message's own header fields, in nodemailer's order. */
function messageFields(message: MailMessage, date: Date, encoder: HeaderEncoder): readonly string[] {
  const { from, replyTo, to, subject, messageId, unsubscribe, feedbackId } = message;
  return [
    'Auto-Submitted: auto-generated',
    ...encoder.field('Feedback-ID', feedbackId),
    ...unsubscribeFields(unsubscribe),
    ...encoder.mailbox('From', { name: oneLine(from.name ?? ''), address: from.address }),
    ...encoder.mailbox('To', { name: '', address: to }),
    ...(replyTo === null ? [] : encoder.mailbox('Reply-To', { name: '', address: replyTo })),
    ...encoder.text('Subject', oneLine(subject)),
    ...encoder.field('Message-ID', messageId),
    ...encoder.field('Date', date),
    'MIME-Version: 1.0',
  ];
}

/** The parts of the message; the fields that describe them come last in its header. */
function contentOf({ id, html, text, attachments }: MailMessage, encoder: HeaderEncoder): MimePart {
  const texts = [
    ...(text === '' ? [] : [textPart('text/plain', text)]),
    ...(html === '' ? [] : [textPart('text/html', html)]),
  ];
  const [only = textPart('text/plain', '')] = texts;
  if (attachments.length === 0) return texts.length > 1 ? multipart('alternative', id, 1, texts) : only;
  const body = texts.length > 1 ? multipart('alternative', id, 2, texts) : only;
  return multipart('mixed', id, 1, [body, ...attachedParts(attachments, encoder)]);
}

/** The boundary derives from the email's id, so that every attempt sends the same bytes except for the date. */
function multipart(subtype: string, id: string, place: number, parts: readonly MimePart[]): MimePart {
  const boundary = `--_NmP-${id}-Part_${place}`;
  const fields = [`Content-Type: multipart/${subtype};\r\n boundary="${boundary}"`];
  return { fields, content: NOTHING, inner: { boundary, parts } };
}

function textPart(type: string, text: string): MimePart {
  const { encoding, bytes } = encodedText(text);
  const fields = [`Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`];
  return { fields, content: bytes, inner: null };
}

function attachedParts(attachments: readonly MailAttachment[], encoder: HeaderEncoder): readonly MimePart[] {
  return attachments.map(({ filename, contentType, base64 }, index) => {
    const { encoding, bytes: content } = SENT_AS_IT_IS.test(contentType)
      ? asItIs(base64)
      : encodedFile(base64);
    const head = { name: oneLine(filename), place: index + 1, encoding };
    const type = IN_PARTS.test(contentType) ? ANY_FILE : contentType;
    return { fields: encoder.attachment(type, head), content, inner: null };
  });
}

/** The header fields of a message, separated by CRLF. */
export function headOf(message: Buffer): string {
  return message.toString('latin1', 0, message.indexOf(END_OF_HEAD));
}

/** A sent message, as far as the log has it. */
export interface StoredMessage extends Pick<MailMessage, 'id' | 'html' | 'text'> {
  /** See `headOf`. */
  readonly head: string;
  readonly attached: readonly AttachedFile[];
}

/**
 * Rebuilds a sent message with empty attachments. A message without attachments has exactly the bytes that were sent,
 * so its signature still verifies.
 */
export async function messageSource({ head, attached, ...kept }: StoredMessage): Promise<Buffer> {
  const attachments = attached.map((file) => ({ ...file, base64: '' }));
  const message = await mimeMessage({ ...NOBODY, ...kept, attachments }, new Date(0));
  return Buffer.concat([Buffer.from(head, 'latin1'), message.subarray(message.indexOf(END_OF_HEAD))]);
}

/** Placeholders for header fields that are replaced. */
const NOBODY: Omit<MailMessage, 'id' | 'html' | 'text' | 'attachments'> = {
  messageId: '<>',
  from: { name: null, address: 'nobody@invalid' },
  envelopeFrom: '',
  isPartnersEnvelope: false,
  feedbackId: '',
  dkim: null,
  replyTo: null,
  to: 'nobody@invalid',
  subject: '',
  unsubscribe: null,
};

/** The decoded content with CRLF line breaks. Others would become CRLF on the way to the relay, after signing. */
function asItIs(base64: string) {
  const text = Buffer.from(base64, 'base64')
    .toString('latin1')
    .replaceAll(/\r\n?|\n/g, '\r\n');
  const isSevenBit =
    !NOT_ASCII.test(text) &&
    !text.includes('\0') &&
    text.split('\r\n').every(({ length }) => length <= MAX_LINE);
  return { encoding: isSevenBit ? '7bit' : '8bit', bytes: Buffer.from(text, 'latin1') };
}

/**
 * Fields that let mail programs offer the page (RFC 2369) or unsubscribe with a POST (RFC 8058). Addresses are not
 * folded.
 */
function unsubscribeFields(unsubscribe: MailUnsubscribe | null): readonly string[] {
  if (unsubscribe === null) return [];
  const { url, isOneClick } = unsubscribe;
  const post = isOneClick ? ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : [];
  return [`List-Unsubscribe: <${new URL(url).href}>`, ...post];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
