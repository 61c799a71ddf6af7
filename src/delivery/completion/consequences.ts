import { Completion } from '../domain/completion-store.js';
import { DeliveryKey } from '../domain/delivery-key.js';
import { Trigger } from '../domain/planned-attempt.js';

/** A row of delivery_attempt as it shall stand. */
export interface PlannedRow extends DeliveryKey {
  readonly trigger: Trigger;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
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

/** @param live ids of the group's subscriptions that are neither deleted nor deactivated. */
export function consequencesOf(group: readonly Completion[], live: ReadonlySet<number>): Consequences {
  const removed: DeliveryKey[] = [];
  const planned: PlannedRow[] = [];
  const ended: EndedDelivery[] = [];
  const exhausted: DeliveryKey[] = [];
  for (const { attempt, ruling } of group) {
    const { partnerId, subscriptionId, eventId } = attempt;
    const key = { partnerId, subscriptionId, eventId };
    const { trigger, number, failures, continues } = attempt;
    const goesOn = live.has(subscriptionId) || ruling.kind === 'leased';
    switch (ruling.kind) {
      case 'retry':
      case 'held':
      case 'leased':
        if (!goesOn) {
          removed.push(key);
          ended.push({ ...key, status: 'cancelled' });
        } else if (ruling.kind === 'retry') {
          const next = { trigger: nextTrigger(trigger), number: number + 1, failures: ruling.failures };
          planned.push({ ...key, ...next, continues, lease: null, delayMs: ruling.delayMs });
        } else if (ruling.kind === 'held') {
          planned.push({
            ...key,
            trigger,
            number,
            failures,
            continues,
            lease: null,
            delayMs: ruling.delayMs,
          });
        } else {
          const { lease, leaseMs } = ruling;
          planned.push({ ...key, trigger, number, failures, continues, lease, delayMs: leaseMs });
        }
        break;
      case 'exhausted':
        removed.push(key);
        ended.push({ ...key, status: 'failed' });
        if (live.has(subscriptionId)) exhausted.push(key);
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
function nextTrigger(trigger: Trigger): Trigger {
  return trigger === 'manual' ? 'automatic' : trigger;
}
