import type { RetryPolicy } from '../../queue/domain/retry-policy.js';
import type { DeliveryCompletion } from './delivery-completion.js';
import type { DeliveryKey } from './delivery-key.js';

/** A notice about a subscription, with the failed delivery that caused it. */
export interface FailureNotice extends DeliveryKey {
  readonly name: 'subscription.failing' | 'subscription.atRisk' | 'subscription.deleted';
  readonly url: string;
  readonly attemptedAt: Date;
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
}

/** A single failure may be temporary, so partners are notified once the first retry has failed too. */
const FAILURES_BEFORE_NOTICE = 2;

/**
 * The notices that follow from a group of completions (docs/delivery.md#notices), each once per subscription. Does
 * not consider whether a notice was sent before.
 * @param live the group's live subscriptions, with the subscriptions version since which each is live
 * @param deleted the exhausted deliveries whose subscriptions were deleted
 */
export function failureNoticesOf(
  group: readonly DeliveryCompletion[],
  live: ReadonlyMap<number, number>,
  deleted: readonly DeliveryKey[],
  policy: RetryPolicy,
): readonly FailureNotice[] {
  const enough = Math.min(FAILURES_BEFORE_NOTICE, policy.scheduleMs.length);
  const notices = new Map<string, FailureNotice>();
  for (const completion of group) {
    const { attempt, decision, report } = completion;
    const { partnerId, subscriptionId, eventId, subscriptionsVersion } = attempt;
    if (report === null) continue;
    const { url, startedAt: attemptedAt, status, error } = report;
    const facts = { partnerId, subscriptionId, eventId, url, attemptedAt, status, error };
    const add = (name: FailureNotice['name']) => notices.set(`${subscriptionId} ${name}`, { name, ...facts });
    const isWanted = subscriptionsVersion >= (live.get(subscriptionId) ?? Number.POSITIVE_INFINITY);
    if (decision.kind === 'retry' && isWanted) {
      if (decision.failures >= enough) add('subscription.failing');
      if (policy.isLate(decision.failures)) add('subscription.atRisk');
    }
    if (deleted.some((key) => key.subscriptionId === subscriptionId && key.eventId === eventId)) {
      add('subscription.deleted');
    }
  }
  return [...notices.values()];
}
