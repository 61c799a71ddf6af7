import type { RetryPolicy } from '../../queue/domain/retry-policy.js';
import type { Decision } from '../../queue/domain/decision.js';
import type { MailOutcome } from './mailer.js';
import type { PlannedEmail } from './planned-email.js';

/** How long an email is deferred after a fault that would affect every email. */
export const EMAIL_DEFERRED_MS = 15_000;

/** Decides what follows from an attempt. A failed email affects nothing else. */
export function decideOnEmail(
  { failures }: PlannedEmail,
  outcome: MailOutcome,
  policy: RetryPolicy,
): Decision {
  if (outcome.kind === 'accepted') return { kind: 'succeeded' };
  if (outcome.kind === 'local fault') return { kind: 'deferred', delayMs: EMAIL_DEFERRED_MS };
  if (outcome.kind === 'refused' && outcome.isPermanent) return { kind: 'failed' };
  const delayMs = policy.delayAfter(failures + 1);
  return delayMs === null ? { kind: 'failed' } : { kind: 'retry', delayMs, failures: failures + 1 };
}
