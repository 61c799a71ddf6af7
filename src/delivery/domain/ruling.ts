import { isValid, Outcome } from './outcome.js';
import { PlannedAttempt } from './planned-attempt.js';
import { RetryPolicy } from './retry-policy.js';

/** What follows from an attempt. Delays are milliseconds from the moment it is written down. */
export type Ruling =
  | { readonly kind: 'succeeded' }
  /** Tried again later, unless the subscription is gone by then. */
  | { readonly kind: 'retry'; readonly delayMs: number; readonly failures: number }
  /** All retries are used up: the delivery has failed, and its subscription is deleted. */
  | { readonly kind: 'exhausted' }
  /** The delivery has failed, and nothing else follows: a test or a manual retry. */
  | { readonly kind: 'failed' }
  /** The subscription is gone. */
  | { readonly kind: 'cancelled' }
  /** Not tried, for a reason of ours: it waits in the table, and no place of the schedule is used up. */
  | { readonly kind: 'held'; readonly delayMs: number }
  /** Still to be made by this process, which from now on holds it by a lease. */
  | { readonly kind: 'leased'; readonly lease: string; readonly leaseMs: number };

/** How long a delivery waits after a fault of our own. */
const HELD_MS = 15_000;
const MAY_ASK_FOR_TIME = new Set([429, 503]);

/** Decides what follows from an outcome (CONTRACT 6). */
export function rule(attempt: PlannedAttempt, outcome: Outcome, policy: RetryPolicy): Ruling {
  if (outcome.kind === 'local fault') return { kind: 'held', delayMs: HELD_MS };
  if (isValid(outcome)) return { kind: 'succeeded' };
  if (!attempt.continues) return { kind: 'failed' };
  // A retry by hand is made out of turn: it uses up no place, and the schedule goes on where it was.
  const failures = attempt.trigger === 'manual' ? attempt.failures : attempt.failures + 1;
  const delayMs = policy.delayAfter(Math.max(failures, 1), retryAfterMs(outcome));
  return delayMs === null ? { kind: 'exhausted' } : { kind: 'retry', delayMs, failures };
}

function retryAfterMs(outcome: Outcome): number {
  if (outcome.kind !== 'answered' || !MAY_ASK_FOR_TIME.has(outcome.status)) return 0;
  return (outcome.retryAfterSeconds ?? 0) * 1_000;
}
