import { type ErrorClass } from '../../domain/outcome.js';

/** An email as it goes out. */
export interface Letter {
  /** The email's id: names it in the mailbox. */
  readonly id: string;
  /** The same on every attempt: a second copy can be recognised by it. With its angle brackets. */
  readonly messageId: string;
  readonly from: { readonly name: string | null; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly LetterAttachment[];
  /** Where the recipient can unsubscribe with one click; https, or null. */
  readonly unsubscribeUrl: string | null;
}

export interface LetterAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** What came of handing an email over. */
export type MailOutcome =
  /** Somebody else answers for it from now on. */
  | { readonly kind: 'accepted'; readonly status: number | null; readonly answer: string }
  /** The relay said no: for good, or for now. */
  | {
      readonly kind: 'refused';
      readonly isPermanent: boolean;
      readonly status: number;
      readonly answer: string;
    }
  /** The talk about this email broke off: it may have been taken. */
  | { readonly kind: 'broken'; readonly error: ErrorClass; readonly reason: string }
  /** It was not this email's turn to fail: the relay is away, or turns us down whatever we bring. */
  | { readonly kind: 'local fault'; readonly reason: string };

/** Hands emails over. A port: an SMTP relay is behind it, or a folder. */
export abstract class Mailer {
  /** Hands one email over before `deadline` is aborted. Never rejects: whatever happens is an outcome. */
  abstract send(letter: Letter, deadline: AbortSignal): Promise<MailOutcome>;
  /** True from a fault that every email would meet until the next success. */
  abstract get isAway(): boolean;
  /** Drops what is kept open. Nothing is sent afterwards. */
  abstract close(): Promise<void>;
}
