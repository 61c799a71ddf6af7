import type { AttachedFile, MailUnsubscribe } from './mailer.js';

/** The stored content of an email, for the log and for resending. */
export interface SentContent {
  readonly subject: string;
  /** The name before the sender's address. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly unsubscribe: MailUnsubscribe | null;
  /** The partner's template; null for the default template. */
  readonly templateId: number | null;
  readonly attached: readonly AttachedFile[];
  /** Gzip of UTF-8; null if the part is too large to store. */
  readonly html: Buffer | null;
  /** Like `html`. */
  readonly text: Buffer | null;
}

/** The sender of an email and the key that signed it; `dkim` is null if it was not signed. */
export interface SentFrom {
  readonly address: string;
  readonly dkim: { readonly domain: string; readonly selector: string } | null;
}

/** What is known only after sending an email. */
export interface SentHead {
  /** The header fields, separated by CRLF. */
  readonly head: string;
  readonly sender: SentFrom;
}

/** The parts of an email's content that can be read separately. */
export type ContentPart = 'html' | 'text';
