import { hourOf } from '../../queue/domain/statistics-span.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { bucketOf } from '../domain/duration-histogram.js';

/** The subscription id of a partner's totals. */
export const ALL_SUBSCRIPTIONS = 0;

/** The counts of one subscription in one hour. */
export interface DeliveryCounts {
  readonly partnerId: number;
  readonly subscriptionId: number;
  readonly hour: Date;
  attempts: number;
  failures: number;
  /** Deliveries that needed a second attempt, counted when it is made. */
  retried: number;
  /** Attempts by bucket of their duration. */
  readonly durations: number[];
}

/** Counts attempts in memory, by subscription and by partner. */
export class DeliveryCounter {
  private counts = new Map<string, DeliveryCounts>();

  add({ attempt, decision, report }: DeliveryCompletion): void {
    if (report === null) return;
    for (const subscriptionId of [attempt.subscriptionId, ALL_SUBSCRIPTIONS]) {
      const counts = this.countsOf(attempt.partnerId, subscriptionId, hourOf(report.startedAt));
      counts.attempts += 1;
      if (decision.kind !== 'succeeded') counts.failures += 1;
      if (attempt.number === 2) counts.retried += 1;
      const bucket = bucketOf(report.durationMs);
      while (counts.durations.length <= bucket) counts.durations.push(0);
      counts.durations[bucket] = (counts.durations[bucket] ?? 0) + 1;
    }
  }

  /** Returns and resets the counts. */
  take(): readonly DeliveryCounts[] {
    const taken = [...this.counts.values()];
    this.counts = new Map();
    return taken;
  }

  private countsOf(partnerId: number, subscriptionId: number, hour: Date): DeliveryCounts {
    const key = `${partnerId} ${subscriptionId} ${hour.getTime()}`;
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const counts = { partnerId, subscriptionId, hour, attempts: 0, failures: 0, retried: 0, durations: [] };
    this.counts.set(key, counts);
    return counts;
  }
}
