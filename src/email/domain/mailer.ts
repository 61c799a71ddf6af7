import type { ErrorClass } from '../../queue/domain/error-class.js';

/** An email that is ready to be sent. */
export interface MailMessage {
  /** The email's id; also names its file in the mailbox. */
  readonly id: string;
  /** Includes the angle brackets. The same on every attempt, so that recipients can recognise duplicates. */
  readonly messageId: string;
  readonly from: { readonly name: string | null; readonly address: string };
  /** The envelope sender, which receives bounces. */
  readonly envelopeFrom: string;
  /** True if `envelopeFrom` is the partner's own address, which the relay may refuse for this partner alone. */
  readonly isPartnersEnvelope: boolean;
  /** The `Feedback-ID`, by which mailbox providers group complaints: company, partner and kind. */
  readonly feedbackId: string;
  /** Null if the message is not signed. */
  readonly dkim: DkimKey | null;
  /** Null for the address of `from`. */
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Null if the message has no unsubscribe header. */
  readonly unsubscribe: MailUnsubscribe | null;
}

/** How a recipient unsubscribes. */
export interface MailUnsubscribe {
  readonly url: string;
  /** True if a POST to the address unsubscribes (RFC 8058), which is certain only for our own page. */
  readonly isOneClick: boolean;
}

/** The sender of a partner's emails. */
export interface MailSender {
  /** Null for a company without a partner. */
  readonly partnerName: string | null;
  readonly address: string;
  /** True for the partner's own address, false for MAIL_FROM. */
  readonly isPartners: boolean;
  readonly dkim: DkimKey | null;
}

/** A private key that signs emails with DKIM (RFC 6376). */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface MailAttachment extends AttachedFile {
  /** The content in base64, in lines of 76 characters with a line feed between them. */
  readonly base64: string;
}

/** An attachment without its content. */
export interface AttachedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
}

/**
 * The outcome of sending an email. `handoverMs`: how long the relay took in an open session; `head`: the header fields
 * that were sent.
 */
export type MailOutcome =
  /** The relay or the mailbox has taken responsibility for the email. */
  | {
      readonly kind: 'accepted';
      readonly status: number | null;
      readonly answer: string;
      readonly handoverMs: number;
      readonly head: string;
    }
  /** The relay refused the email, permanently or temporarily. */
  | {
      readonly kind: 'refused';
      readonly isPermanent: boolean;
      /** True if the relay refused the sender, so that it says nothing about the recipient. */
      readonly isOfSender: boolean;
      readonly status: number;
      readonly answer: string;
      readonly handoverMs: number;
      readonly head: string;
    }
  /** The session failed during the handover; the relay may have accepted the email. */
  | { readonly kind: 'broken'; readonly error: ErrorClass; readonly reason: string; readonly head: string }
  /** A fault that would affect every email: the relay is unavailable, or refuses this service. */
  | { readonly kind: 'local fault'; readonly reason: string };

/** Sends emails. A port, implemented by an SMTP relay and by a folder. */
export abstract class Mailer {
  /** Sends one email before `deadline` aborts. Never rejects: every fault is an outcome. */
  abstract send(message: MailMessage, deadline: AbortSignal): Promise<MailOutcome>;
  /** True after a local fault, until the relay accepts or refuses an email. */
  abstract get isAway(): boolean;
  /** Closes open sessions. Nothing can be sent afterwards. */
  abstract close(): Promise<void>;
}
