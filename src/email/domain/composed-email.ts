import type { Fallback } from './email.js';
import type { MailMessage } from './mailer.js';

/** A message that is ready to be sent, and the template that rendered it. */
export interface ComposedEmail {
  readonly message: MailMessage;
  /** The partner's template; null for the default template. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
  /** True if the log already has exactly this content. */
  readonly isKept: boolean;
}
