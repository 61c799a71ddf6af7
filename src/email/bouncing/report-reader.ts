import type { Address, Attachment } from 'postal-mime';
import { type Bounce, bounceInWords, bounceOf } from '../domain/bounce-report.js';
import { type Complaint, complaintOf } from '../domain/complaint-report.js';
import { fieldGroups, fieldsOf, type HeaderFields } from '../domain/header-fields.js';

/** How much of a report is read, and of each of its parts if it is longer. */
const READ_BYTES = 512 * 1_024;
const READ_OF_PART = 64 * 1_024;
const READ_PARTS = 8;
const BOUNDARY = /^content-type:[^\n]*(?:\n[\t ][^\n]*)*?boundary="?([^"\s;]{1,70})/im;
const MESSAGE_ID = /<([^<>@\s]{1,100})@[^<>\s]{1,255}>/;
/** The content type of complaints (RFC 5965). */
const FEEDBACK = 'message/feedback-report';
/** Content types of reports: in ASCII (RFC 3464), and about international addresses (RFC 6533). */
const STATUS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
]);

/** A report about an email that was not delivered, or not wanted. */
export interface EmailReport {
  /** Null for a report about a delay, an automatic reply, or any other message. */
  readonly bounce: Bounce | null;
  readonly complaint: Complaint | null;
  /** The addresses that the report or the email was sent to or from. With VERP, one of them identifies the email. */
  readonly addresses: readonly string[];
  /** The part before the @ in the returned email's Message-ID; null if there is none. */
  readonly messageId: string | null;
}

/** Reads a report in the format of RFC 3464, RFC 5965 or qmail. Never throws, whatever the message contains. */
export async function readReport(message: Buffer): Promise<EmailReport> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(shortened(message), { forceRfc822Attachments: true });
  const status = mail.attachments.find(({ mimeType }) => STATUS.has(mimeType));
  const returned = mail.attachments.find(({ mimeType }) => RETURNED.has(mimeType));
  const text = mail.text ?? '';
  const bounce = status === undefined ? bounceInWords(text) : bounceOf(fieldGroups(textOf(status)));
  const original = fieldsOf(returned === undefined ? text : headOf(textOf(returned)));
  const feedback = mail.attachments.find(({ mimeType }) => mimeType === FEEDBACK);
  const fields = feedback === undefined ? null : fieldsOf(textOf(feedback));
  return {
    bounce,
    complaint: fields === null ? null : complaintOf(fields),
    addresses: [
      ...[...(mail.to ?? []), ...addressesIn(mail.deliveredTo)].flatMap(mailboxesOf),
      ...(fields === null ? [] : sendersIn(fields, original)),
    ],
    messageId: MESSAGE_ID.exec(original.get('message-id') ?? '')?.[1] ?? null,
  };
}

/** Cuts each part of a long report to its beginning, which has the addresses and the status. */
function shortened(message: Buffer): Buffer {
  if (message.length <= READ_BYTES) return message;
  const [, boundary] = BOUNDARY.exec(message.toString('latin1', 0, READ_OF_PART)) ?? [];
  if (boundary === undefined) return message.subarray(0, READ_BYTES);
  const line = `\n--${boundary}`;
  const parts = message.toString('latin1').split(line, READ_PARTS);
  return Buffer.from(parts.map((part) => part.slice(0, READ_OF_PART)).join(line), 'latin1');
}

/** The envelope sender of the email that a complaint is about, where the provider leaves it in. */
function sendersIn(feedback: HeaderFields, original: HeaderFields): readonly string[] {
  return [feedback.get('original-mail-from'), original.get('return-path')].flatMap((address) =>
    address === undefined ? [] : [address.replaceAll(/^<|>$/g, '')],
  );
}

function addressesIn(deliveredTo: string | undefined): Address[] {
  return deliveredTo === undefined ? [] : [{ name: '', address: deliveredTo }];
}

function mailboxesOf(address: Address): string[] {
  return address.group === undefined ? [address.address] : address.group.map((mailbox) => mailbox.address);
}

function textOf({ content }: Attachment): string {
  if (typeof content === 'string') return content;
  return Buffer.from(content instanceof ArrayBuffer ? new Uint8Array(content) : content).toString('utf8');
}

function headOf(message: string): string {
  return message.split(/\r?\n\r?\n/, 1).join('');
}
