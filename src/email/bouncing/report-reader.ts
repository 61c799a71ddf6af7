import type { Address, Attachment } from 'postal-mime';
import { type Bounce, bounceInWords, bounceOf } from '../domain/bounce-report.js';
import { fieldGroups, fieldsOf } from '../domain/header-fields.js';

/** How much of a report is read. The returned email comes last and may be cut off. */
const READ_BYTES = 512 * 1_024;
const MESSAGE_ID = /<([^<>@\s]{1,100})@[^<>\s]{1,255}>/;
/** Content types of reports: in ASCII (RFC 3464), and about international addresses (RFC 6533). */
const STATUS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED = new Set([
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
]);

/** A report about an email that was not delivered. */
export interface BounceReport {
  /** Null for a report about a delay, an automatic reply, or any other message. */
  readonly bounce: Bounce | null;
  /** The addresses that the report was sent to. With VERP, one of them identifies the email. */
  readonly addresses: readonly string[];
  /** The part before the @ in the returned email's Message-ID; null if there is none. */
  readonly messageId: string | null;
}

/** Reads a report in the format of RFC 3464 or of qmail. Never throws, whatever the message contains. */
export async function readReport(message: Buffer): Promise<BounceReport> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(message.subarray(0, READ_BYTES), { forceRfc822Attachments: true });
  const status = mail.attachments.find(({ mimeType }) => STATUS.has(mimeType));
  const returned = mail.attachments.find(({ mimeType }) => RETURNED.has(mimeType));
  const text = mail.text ?? '';
  const bounce = status === undefined ? bounceInWords(text) : bounceOf(fieldGroups(textOf(status)));
  const original = returned === undefined ? text : headOf(textOf(returned));
  return {
    bounce,
    addresses: [...(mail.to ?? []), ...addressesIn(mail.deliveredTo)].flatMap(mailboxesOf),
    messageId: MESSAGE_ID.exec(fieldsOf(original).get('message-id') ?? '')?.[1] ?? null,
  };
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
