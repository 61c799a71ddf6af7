import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { SubscriptionRows } from '../database/subscription-rows.js';
import { rowKey, toMilliseconds } from '../database/tables.js';
import { NARROW } from '../scenario.js';
import { type PlantedBug, withInstance } from './planted-bug.js';

class RevivingUndo extends SubscriptionRows {
  override change(
    id: number,
    change: (present: WebhookSubscription, now: Date) => WebhookSubscription,
  ): WebhookSubscription {
    const wasLive = this.find(id).isLive;
    const next = super.change(id, change);
    if (!next.isLive || wasLive) return next;
    for (const { partnerId, subscriptionId, eventId } of this.witness.deliveries.values()) {
      const place = rowKey({ subscriptionId, eventId });
      if (subscriptionId !== id || this.tables.ends.get(place)?.status !== 'cancelled') continue;
      this.tables.ends.delete(place);
      this.tables.attempts.set(place, {
        partnerId,
        subscriptionId,
        eventId,
        trigger: 'automatic',
        lease: null,
        failures: 0,
        continues: true,
        document: null,
        turn: 0,
        subscriptionsVersion: this.find(id).liveSince,
        number: this.tables.logOf({ subscriptionId, eventId }).length + 1,
        dueAt: toMilliseconds(this.tables.now),
      });
    }
    return next;
  }
}

class LateCancelling extends SubscriptionRows {
  override cancelPending(subscriptionId: number): void {
    const row = this.find(subscriptionId);
    this.tables.subscriptions.set(subscriptionId, row.isLive ? row.delete('requested', new Date(0)) : row);
    super.cancelPending(subscriptionId);
    this.tables.subscriptions.set(subscriptionId, row);
  }
}

class UndoWithoutTrace extends SubscriptionRows {
  protected override toLife(subscription: WebhookSubscription): WebhookSubscription {
    return subscription;
  }
}

/** Mistakes in changes of subscriptions. */
export const PLANTED_SUBSCRIPTION_BUGS: readonly PlantedBug[] = [
  {
    name: 'an undo revives cancelled deliveries',
    scenario: { weather: 'calm' },
    plant: { subscriptions: RevivingUndo },
  },
  {
    name: 'deliveries after an undo are cancelled with those before',
    firstSeed: 61,
    scenario: { weather: 'database', changes: 60, flood: 60, limits: NARROW },
    plant: { subscriptions: LateCancelling },
  },
  {
    name: 'an immediate undo lets pending deliveries continue',
    scenario: { weather: 'calm', changes: 150, reports: 150, flood: 200, limits: NARROW },
    plant: { subscriptions: UndoWithoutTrace },
  },
  {
    name: 'changes of subscriptions are not noticed',
    firstSeed: 27,
    scenario: { weather: 'calm' },
    plant: withInstance(({ engine }) => {
      engine.subscriptionChanged = async () => undefined;
    }),
  },
];
