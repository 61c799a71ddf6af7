import type { AttachedFile, MailUnsubscribe } from './mailer.js';

/** An email as it is kept in the log, and as it is sent again. */
export interface SentContent {
  readonly subject: string;
  /** The name in front of the sender's address. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly unsubscribe: MailUnsubscribe | null;
  /** The partner's template that it was made with; null for the default template. */
  readonly templateId: number | null;
  /** The files that went with it. */
  readonly attached: readonly AttachedFile[];
  /** UTF-8, compressed with gzip; null for a part that is too large to keep. */
  readonly html: Buffer | null;
  /** As `html`. */
  readonly text: Buffer | null;
}

/** From whom an email came, and the key that signed it; `dkim` is null if none did. */
export interface SentFrom {
  readonly address: string;
  readonly dkim: { readonly domain: string; readonly selector: string } | null;
}

/** What only handing an email over shows. */
export interface SentHead {
  /** The header fields of the message, with CRLF between them. */
  readonly head: string;
  readonly sender: SentFrom;
}

/** The parts of an email's content that can be read on their own. */
export type ContentPart = 'html' | 'text';
