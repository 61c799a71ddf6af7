import type { MailOutcome } from './mailer.js';

/** What an attempt to send an email says about the recipient's domain. */
export interface Handover {
  /** True if the email was refused temporarily, or the handover was interrupted. */
  readonly isPutOff: boolean;
  readonly durationMs: number;
}

/** Null if the outcome says nothing about the recipient's domain. @param durationMs used if the relay gave no answer */
export function handoverOf(outcome: MailOutcome, durationMs: number): Handover | null {
  if (outcome.kind === 'local fault') return null;
  if (outcome.kind === 'broken') return { isPutOff: true, durationMs };
  if (outcome.kind === 'accepted') return { isPutOff: false, durationMs: outcome.handoverMs };
  return outcome.isOfSender ? null : { isPutOff: !outcome.isPermanent, durationMs: outcome.handoverMs };
}
