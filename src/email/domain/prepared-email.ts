import type { Language } from '../../rendering/domain/email-request.js';

/** The partner id of emails of the service itself: no partner sees them in its log. */
export const NO_PARTNER = 0;

/** An email that no event asked for, ready to be sent. */
export interface PreparedEmail {
  /** Whose log it is in; NO_PARTNER for an email of the service itself. */
  readonly partnerId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  /** Null for the name of the partner. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: number | null;
  readonly isTest: boolean;
  readonly html: string;
  readonly text: string;
}
