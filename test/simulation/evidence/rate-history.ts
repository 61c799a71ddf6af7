import type { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';

/** A tolerance for rounding errors in sums. */
const ROUNDING = 1e-6;

/** The limits per second of subscriptions, and how far each has been used. */
export class RateHistory {
  /** Subscriptions that have had a limit at some time. */
  readonly onceLimited = new Set<number>();
  /** How full the bucket of each limited subscription was at its last POST. */
  private readonly buckets = new Map<number, { readonly since: number; readonly level: number }>();
  private readonly changedAt = new Map<number, number>();

  changed(before: WebhookSubscription | null, after: WebhookSubscription, now: number): void {
    if (after.maxPerSecond !== null) this.onceLimited.add(after.id);
    if (before?.maxPerSecond !== after.maxPerSecond) this.changedAt.set(after.id, now);
  }

  /** The time of the last change of a subscription's limit. */
  limitedSince(subscriptionId: number): number {
    return this.changedAt.get(subscriptionId) ?? 0;
  }

  /** Counts a POST. False if it exceeds the rate and a burst of one second. */
  allows(subscriptionId: number, maxPerSecond: number, now: number): boolean {
    const { since, level } = this.buckets.get(subscriptionId) ?? { since: now, level: 0 };
    const filled = Math.max(0, level - ((now - since) * maxPerSecond) / 1_000) + 1;
    this.buckets.set(subscriptionId, { since: now, level: filled });
    return filled <= maxPerSecond + 1 + ROUNDING;
  }
}
