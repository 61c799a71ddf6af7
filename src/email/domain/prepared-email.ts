import type { Language } from '../../rendering/domain/email-request.js';

/** The partner id of the service's own emails, which appear in no partner's log. */
export const NO_PARTNER = 0;

/** A rendered email that no event requested, such as a notice or a test email. */
export interface PreparedEmail {
  /** The partner whose log shows it, or NO_PARTNER. */
  readonly partnerId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  /** Null for the partner's name. */
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly templateId: number | null;
  readonly isTest: boolean;
  readonly html: string;
  readonly text: string;
}
