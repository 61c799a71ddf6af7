import type { MailOutcome } from './mailer.js';

/** How handing an email over went, as far as it concerns the recipient's domain. */
export interface Handover {
  /** True when the email has to be tried again: refused for now, or broken off. */
  readonly isPutOff: boolean;
  readonly durationMs: number;
}

/** Null when the outcome says nothing about the recipient's domain. `durationMs`: of an attempt without an answer. */
export function handoverOf(outcome: MailOutcome, durationMs: number): Handover | null {
  if (outcome.kind === 'local fault') return null;
  if (outcome.kind === 'broken') return { isPutOff: true, durationMs };
  if (outcome.kind === 'accepted') return { isPutOff: false, durationMs: outcome.handoverMs };
  return outcome.isOfSender ? null : { isPutOff: !outcome.isPermanent, durationMs: outcome.handoverMs };
}
