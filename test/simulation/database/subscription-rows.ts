import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Witness } from '../evidence/witness.js';
import { EPOCH } from '../host.js';
import { rowKey, Tables } from './tables.js';

/** Subscriptions in the database: every change raises its partner's version and is told to whoever listens. */
export class SubscriptionRows {
  constructor(
    protected readonly tables: Tables,
    protected readonly witness: Witness,
    private readonly notify: (partnerId: number, subscriptionId: number) => void,
  ) {}

  find(id: number): WebhookSubscription {
    const subscription = this.tables.subscriptions.get(id);
    if (subscription === undefined) throw new Error(`There is no subscription ${id}.`);
    return subscription;
  }

  isDeleted(id: number): boolean {
    return this.find(id).deletedAt !== null;
  }

  add(subscription: WebhookSubscription): void {
    this.write(subscription);
  }

  change(
    id: number,
    change: (present: WebhookSubscription, now: Date) => WebhookSubscription,
  ): WebhookSubscription {
    const next = change(this.find(id), new Date(EPOCH + this.tables.now));
    if (next !== this.find(id)) this.write(next);
    return next;
  }

  /** Ends all that waits in the table for a subscription that is gone; what is leased its holder ends. */
  cancelPending(subscriptionId: number): void {
    if (this.tables.isLive(subscriptionId)) return;
    for (const row of this.tables.attempts.values()) {
      if (row.subscriptionId !== subscriptionId || row.lease !== null) continue;
      this.tables.attempts.delete(rowKey(row));
      this.tables.end(row, 'cancelled');
      this.witness.ended(row, 'cancelled');
    }
  }

  private write(subscription: WebhookSubscription): void {
    this.witness.subscriptionChanged(this.tables.subscriptions.get(subscription.id) ?? null, subscription);
    this.tables.subscriptions.set(subscription.id, subscription);
    this.tables.partner(subscription.partnerId).fanOutVersion += 1;
    this.notify(subscription.partnerId, subscription.id);
  }
}
