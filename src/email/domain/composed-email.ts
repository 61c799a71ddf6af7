import type { Fallback } from './email.js';
import type { MailMessage } from './mailer.js';

/** An email that is ready to be handed over, and the template it was made with. */
export interface ComposedEmail {
  readonly message: MailMessage;
  /** The partner's template; null for the default template. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
  /** The log has exactly this content already. */
  readonly isKept: boolean;
}
