import type { ErrorClass } from '../../queue/domain/error-class.js';

/** An email that is ready to be sent. */
export interface MailMessage {
  /** The email's id, which names it in the mailbox. */
  readonly id: string;
  /** With angle brackets. The same on every attempt, so that recipients can recognise a second copy. */
  readonly messageId: string;
  readonly from: { readonly name: string | null; readonly address: string };
  /** The envelope's sender, to which bounces return. */
  readonly envelopeFrom: string;
  /** True when that is the partner's own address, which the relay may refuse for this partner alone. */
  readonly isPartnersEnvelope: boolean;
  /** Groups complaints at mailbox providers (`Feedback-ID`): company, partner and kind. */
  readonly feedbackId: string;
  /** Signs the message; null: it is not signed. */
  readonly dkim: DkimKey | null;
  /** The address that replies go to; null for that of `from`. */
  readonly replyTo: string | null;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** The address at which the recipient can unsubscribe; null: no header. */
  readonly unsubscribe: MailUnsubscribe | null;
}

/** How a recipient unsubscribes. */
export interface MailUnsubscribe {
  readonly url: string;
  /** True when a POST to the address unsubscribes (RFC 8058): only of our own page this is known. */
  readonly isOneClick: boolean;
}

/** From whom emails of a partner come. */
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

/** A file that goes with an email, without its content. */
export interface AttachedFile {
  readonly filename: string;
  readonly contentType: string;
  /** Its size. */
  readonly bytes: number;
  /** The SHA-256 of its content, in hexadecimal. */
  readonly sha256: string;
}

/**
 * The outcome of handing an email over. `handoverMs`: how long the relay took for it, in an open session; `head`: the
 * header fields of the message, as they were sent.
 */
export type MailOutcome =
  /** The relay, or the mailbox, is responsible for it from now on. */
  | {
      readonly kind: 'accepted';
      readonly status: number | null;
      readonly answer: string;
      readonly handoverMs: number;
      readonly head: string;
    }
  /** The relay refused it: permanently, or for now. */
  | {
      readonly kind: 'refused';
      readonly isPermanent: boolean;
      /** True when it refused the sender, so that the recipient has nothing to do with it. */
      readonly isOfSender: boolean;
      readonly status: number;
      readonly answer: string;
      readonly handoverMs: number;
      readonly head: string;
    }
  /** The session failed during the handover; the relay may have accepted the email. */
  | { readonly kind: 'broken'; readonly error: ErrorClass; readonly reason: string; readonly head: string }
  /** A fault that every email would meet: the relay is away, or refuses us. */
  | { readonly kind: 'local fault'; readonly reason: string };

/** Hands emails over. A port: behind it is an SMTP relay, or a folder. */
export abstract class Mailer {
  /** Hands one email over before `deadline` aborts. Never rejects: every fault is an outcome. */
  abstract send(message: MailMessage, deadline: AbortSignal): Promise<MailOutcome>;
  /** True after a local fault, until the relay answers for an email again. */
  abstract get isAway(): boolean;
  /** Closes open sessions. Nothing can be sent afterwards. */
  abstract close(): Promise<void>;
}
