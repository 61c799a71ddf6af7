import { type RetryPolicy } from '../../domain/retry-policy.js';
import { type Ruling } from '../../domain/ruling.js';
import { type MailOutcome } from './mailer.js';
import { type PlannedEmail } from './planned-email.js';

/** How long an email waits after a fault that is not its own. */
export const EMAIL_HELD_MS = 15_000;

/** Decides what follows from handing an email over. There is no death rule: a failed email ends nothing but itself. */
export function ruleOnEmail({ failures }: PlannedEmail, outcome: MailOutcome, policy: RetryPolicy): Ruling {
  if (outcome.kind === 'accepted') return { kind: 'succeeded' };
  if (outcome.kind === 'local fault') return { kind: 'held', delayMs: EMAIL_HELD_MS };
  if (outcome.kind === 'refused' && outcome.isPermanent) return { kind: 'failed' };
  const delayMs = policy.delayAfter(failures + 1);
  return delayMs === null ? { kind: 'failed' } : { kind: 'retry', delayMs, failures: failures + 1 };
}
