import { Completion } from '../domain/completion-store.js';
import { DeliveryKey } from '../domain/delivery-key.js';
import { Trigger } from '../domain/planned-attempt.js';

/** A row of delivery_attempt as it shall stand. */
export interface PlannedRow extends DeliveryKey {
  readonly trigger: Trigger;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  readonly fanOutVersion: number;
  readonly lease: string | null;
  readonly delayMs: number;
}

export interface EndedDelivery extends DeliveryKey {
  readonly status: 'failed' | 'cancelled';
}

/** What a group of completions changes besides the log. */
export interface Consequences {
  readonly removed: readonly DeliveryKey[];
  readonly planned: readonly PlannedRow[];
  readonly ended: readonly EndedDelivery[];
  /** Deliveries that used up all their retries: their subscriptions are deleted. */
  readonly exhausted: readonly DeliveryKey[];
}

/**
 * @param live the group's subscriptions that are neither deleted nor deactivated, and since which fan-out version.
 * Nothing follows for what was planned before that, for it was the subscription's in an earlier life.
 */
export function consequencesOf(
  group: readonly Completion[],
  live: ReadonlyMap<number, number>,
): Consequences {
  const removed: DeliveryKey[] = [];
  const planned: PlannedRow[] = [];
  const ended: EndedDelivery[] = [];
  const exhausted: DeliveryKey[] = [];
  for (const { attempt, ruling } of group) {
    const { partnerId, subscriptionId, eventId } = attempt;
    const key = { partnerId, subscriptionId, eventId };
    const { trigger, number, failures, continues, fanOutVersion } = attempt;
    const same = { ...key, trigger, number, failures, continues, fanOutVersion, lease: null };
    const liveSince = live.get(subscriptionId);
    const isWanted = liveSince !== undefined && fanOutVersion >= liveSince;
    switch (ruling.kind) {
      case 'leased':
        planned.push({ ...same, lease: ruling.lease, delayMs: ruling.leaseMs });
        break;
      case 'retry':
      case 'held':
        if (isWanted) {
          const next = ruling.kind === 'held' ? same : retryOf(same, ruling.failures);
          planned.push({ ...next, delayMs: ruling.delayMs });
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
        ended.push({ ...key, status: ruling.kind });
        break;
      case 'succeeded':
        removed.push(key);
        break;
    }
  }
  return { removed, planned, ended, exhausted };
}

/** After a retry by hand the schedule goes on by itself. */
function retryOf(made: Omit<PlannedRow, 'delayMs'>, failures: number): Omit<PlannedRow, 'delayMs'> {
  const trigger = made.trigger === 'manual' ? 'automatic' : made.trigger;
  return { ...made, trigger, number: made.number + 1, failures };
}
