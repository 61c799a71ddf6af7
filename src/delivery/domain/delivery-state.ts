import type { Decision } from '../../queue/domain/decision.js';
import { RetryPolicy } from '../../queue/domain/retry-policy.js';
import type { DeliveryCompletion } from './delivery-completion.js';
import type { DeliveryKey } from './delivery-key.js';
import { isValid, type Outcome } from './outcome.js';
import type { PlannedAttempt, Trigger } from './planned-attempt.js';

/*
 * The states of a delivery: one event for one subscription.
 *
 * No column stores the state; it follows from three tables. A delivery is pending if it has a row in delivery_attempt,
 * or if a lane still owns its first attempt. Otherwise a row in delivery_end says how it ended. Without one, the
 * attempt log has a valid answer and the delivery has succeeded.
 *
 *   outcome of a pending delivery's attempt       decision    becomes    written
 *   status 200 to 299                             succeeded   succeeded  attempt log; row removed
 *   failed, retries left                          retry       pending    attempt log; row due after the delay
 *   failed, the last retry                        exhausted   failed     attempt log; end; subscription deleted if its
 *                                                                        deleteWhen says so
 *   failed, a test or a retry of an ended one     failed      failed     attempt log; end
 *   a local fault, which uses up no retry         deferred    pending    row due after the delay
 *   none after seconds                            leased      pending    row with a lease, so that its lane can move on
 *   the subscription was deleted                  cancelled   cancelled  end
 *
 * `row` is the row of delivery_attempt, removed unless the delivery stays pending; `end` is a row of delivery_end. An
 * ordered delivery has a row from the beginning, and removing it makes the next delivery of the document due
 * (docs/architecture.md#ordered-deliveries).
 *
 * `retry` and `deferred` become `cancelled` if the subscription is gone by the time they are written. `decide`
 * implements the columns up to the decision, and `transitionsOf` the rest; completion.repository.ts writes the
 * transitions.
 */

/** How long a delivery is deferred after a local fault. */
const DEFERRED_MS = 15_000;
const MAY_ASK_FOR_TIME = new Set([429, 503]);

/** Decides what follows from an outcome (docs/specification.md#events-out). */
export function decide(attempt: PlannedAttempt, outcome: Outcome, policy: RetryPolicy): Decision {
  if (outcome.kind === 'local fault') return { kind: 'deferred', delayMs: DEFERRED_MS };
  if (isValid(outcome)) return { kind: 'succeeded' };
  if (!attempt.continues) return { kind: 'failed' };
  // A manual retry does not use up a retry; the schedule continues where it was.
  const failures = attempt.trigger === 'manual' ? attempt.failures : attempt.failures + 1;
  const delayMs = policy.delayAfter(Math.max(failures, 1), retryAfterMs(outcome), attempt.subscriptionId);
  return delayMs === null ? { kind: 'exhausted' } : { kind: 'retry', delayMs, failures };
}

function retryAfterMs(outcome: Outcome): number {
  if (outcome.kind !== 'answered' || !MAY_ASK_FOR_TIME.has(outcome.status)) return 0;
  return (outcome.retryAfterSeconds ?? 0) * 1_000;
}

/** A row to write into delivery_attempt. */
export interface PlannedRow extends DeliveryKey {
  readonly trigger: Trigger;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  readonly subscriptionsVersion: number;
  readonly lease: string | null;
  readonly delayMs: number;
}

export interface EndedDelivery extends DeliveryKey {
  readonly status: 'failed' | 'cancelled';
}

/** The changes that a group of completions makes in addition to the log. */
export interface Transitions {
  readonly removed: readonly DeliveryKey[];
  readonly planned: readonly PlannedRow[];
  readonly ended: readonly EndedDelivery[];
  /** Deliveries that used up all retries. WebhookSubscription decides whether their subscriptions are deleted. */
  readonly exhausted: readonly DeliveryKey[];
}

/**
 * @param live the group's live subscriptions, with the subscriptions version since which each is live. Attempts planned
 * with an earlier version have no consequences, because the subscription was deleted or inactive in between.
 */
export function transitionsOf(
  group: readonly DeliveryCompletion[],
  live: ReadonlyMap<number, number>,
): Transitions {
  const removed: DeliveryKey[] = [];
  const planned: PlannedRow[] = [];
  const ended: EndedDelivery[] = [];
  const exhausted: DeliveryKey[] = [];
  for (const { attempt, decision } of group) {
    const { partnerId, subscriptionId, eventId } = attempt;
    const key = { partnerId, subscriptionId, eventId };
    const { trigger, number, failures, continues, subscriptionsVersion } = attempt;
    const same = { ...key, trigger, number, failures, continues, subscriptionsVersion, lease: null };
    const liveSince = live.get(subscriptionId);
    const isWanted = liveSince !== undefined && subscriptionsVersion >= liveSince;
    switch (decision.kind) {
      case 'leased':
        planned.push({ ...same, lease: decision.lease, delayMs: decision.leaseMs });
        break;
      case 'retry':
      case 'deferred':
        if (isWanted) {
          const next = decision.kind === 'deferred' ? same : retryOf(same, decision.failures);
          planned.push({ ...next, delayMs: decision.delayMs });
        } else {
          removed.push(key);
          ended.push({ ...key, status: 'cancelled' });
        }
        break;
      case 'exhausted':
        removed.push(key);
        ended.push({ ...key, status: 'failed' });
        if (isWanted) exhausted.push(key);
        break;
      case 'failed':
      case 'cancelled':
        removed.push(key);
        ended.push({ ...key, status: decision.kind });
        break;
      case 'succeeded':
        removed.push(key);
        break;
    }
  }
  return { removed, planned, ended, exhausted };
}

/** The row of the next attempt. After a manual retry, the schedule continues. */
function retryOf(made: Omit<PlannedRow, 'delayMs'>, failures: number): Omit<PlannedRow, 'delayMs'> {
  const trigger = made.trigger === 'manual' ? 'automatic' : made.trigger;
  return { ...made, trigger, number: made.number + 1, failures };
}
