import type { MailUnsubscribe } from './mailer.js';

/** An email as it is kept in the log, and as it is sent again. */
export interface SentContent {
  readonly subject: string;
  /** The name in front of the sender's address. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly unsubscribe: MailUnsubscribe | null;
  /** The partner's template that it was made with; null for the default template. */
  readonly templateId: number | null;
  /** How many files went with it. */
  readonly attachments: number;
  /** UTF-8, compressed with gzip; null for a part that is too large to keep. */
  readonly html: Buffer | null;
  /** As `html`. */
  readonly text: Buffer | null;
}

/** The parts of an email's content that can be read on their own. */
export type ContentPart = 'html' | 'text';
