import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Witness } from '../evidence/witness.js';
import { EPOCH } from '../host.js';
import { Tables } from './tables.js';
import { DocumentTurns } from './turns.js';

/** The rows of subscriptions. Every change raises the version of its partner and is published. */
export class SubscriptionRows {
  private readonly turns = new DocumentTurns(this.tables);

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

  /**
   * Removes the waiting rows of a subscription that is gone. Leased ones are ended by the process that has the lease.
   */
  cancelPending(subscriptionId: number): void {
    const { isLive, liveSince } = this.find(subscriptionId);
    const cancelled = [...this.tables.attempts.values()].filter(
      (row) =>
        row.subscriptionId === subscriptionId &&
        row.lease === null &&
        !(isLive && row.subscriptionsVersion >= liveSince),
    );
    this.turns.remove(cancelled);
    for (const row of cancelled) {
      this.tables.end(row, 'cancelled');
      this.witness.ended(row, 'cancelled');
    }
  }

  private write(subscription: WebhookSubscription): void {
    const { id, partnerId } = subscription;
    const present = this.tables.subscriptions.get(id) ?? null;
    const partner = this.tables.partner(partnerId);
    partner.subscriptionsVersion += 1;
    this.witness.subscriptionChanged(present, subscription);
    const comesToLife = subscription.isLive && !present?.isLive;
    this.tables.subscriptions.set(
      id,
      comesToLife ? this.toLife(subscription, partner.subscriptionsVersion) : subscription,
    );
    this.notify(partnerId, id);
  }

  protected toLife(subscription: WebhookSubscription, subscriptionsVersion: number): WebhookSubscription {
    return subscription.liveAsOf(subscriptionsVersion);
  }
}
