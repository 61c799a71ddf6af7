import { Injectable } from '@nestjs/common';
import { Conflict, NotFound } from '../shared/domain/errors.js';
import { DeliveryEngine } from './delivery-engine.js';
import type { Delivery, DeliveryDetail, DeliveryFilter, SubscriptionAttempt } from './domain/delivery.js';
import { type DeliveryKey, deliveryKeyOf } from './domain/delivery-key.js';
import type { FoundPage } from '../queue/log/bounded-search.js';
import { WebhookSubscriptionService } from '../webhook-subscription/webhook-subscription.service.js';
import { DeliveryLogRepository } from './log/delivery-log.repository.js';
import { ManualRetryRepository } from './retry/manual-retry.repository.js';

/** The most deliveries that one request retries or counts. */
export const MAX_RETRIED = 10_000;
const READ_AT_ONCE = 500;

export interface RetriedDeliveries {
  /** The number of deliveries that are now due. */
  readonly count: number;
  /** True if more deliveries match than one request retries. */
  readonly hasMore: boolean;
}

export interface CountedDeliveries {
  readonly count: number;
  /** True if more deliveries match than were counted. */
  readonly hasMore: boolean;
}

/** A partner's deliveries: the log and manual retries. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly manualRetries: ManualRetryRepository,
    private readonly engine: DeliveryEngine,
    private readonly subscriptions: WebhookSubscriptionService,
  ) {}

  /** One page, newest first. */
  list(partnerId: number, filter: DeliveryFilter, limit: number): Promise<FoundPage<Delivery, DeliveryKey>> {
    return this.log.list(partnerId, filter, limit);
  }

  /** @throws NotFound */
  async find(partnerId: number, id: string): Promise<DeliveryDetail> {
    const key = deliveryKeyOf(partnerId, id);
    const delivery = key && (await this.log.find(key));
    if (!delivery) throw NotFound.of('delivery', id);
    return delivery;
  }

  /** Makes a delivery due now. @throws NotFound @throws Conflict if its subscription is not live */
  async retry(partnerId: number, id: string): Promise<Delivery> {
    const delivery = await this.find(partnerId, id);
    const { liveSubscriptions } = await this.manualRetries.plan(partnerId, [delivery]);
    if (!liveSubscriptions.has(delivery.subscriptionId)) throw notLive();
    this.engine.attemptsWait();
    return this.find(partnerId, id);
  }

  /**
   * Makes matching deliveries due now: the newest 10,000 at most. Skips those whose subscription is not live, and those
   * that are being attempted.
   */
  async retryAll(partnerId: number, filter: DeliveryFilter): Promise<RetriedDeliveries> {
    let count = 0;
    let hasMore = false;
    for await (const { rows, next } of this.pages(partnerId, filter)) {
      if (rows.length > 0) {
        count += (await this.manualRetries.plan(partnerId, rows)).count;
        this.engine.attemptsWait();
      }
      hasMore = next !== null;
    }
    return { count, hasMore };
  }

  /** Counts matching deliveries, up to 10,000. */
  async count(partnerId: number, filter: DeliveryFilter): Promise<CountedDeliveries> {
    let count = 0;
    let hasMore = false;
    for await (const { rows, next } of this.pages(partnerId, filter)) {
      count += rows.length;
      hasMore = next !== null;
    }
    return { count, hasMore };
  }

  /** The attempts of a subscription's newest events. @throws NotFound also if the subscription is deleted */
  async lastAttempts(
    partnerId: number,
    subscriptionId: number,
    most: number,
  ): Promise<readonly SubscriptionAttempt[]> {
    await this.subscriptions.find(partnerId, subscriptionId);
    return this.log.lastAttempts(partnerId, subscriptionId, most);
  }

  /** The pages of a list, newest first, up to 10,000 deliveries. */
  private async *pages(
    partnerId: number,
    filter: DeliveryFilter,
  ): AsyncGenerator<FoundPage<Delivery, DeliveryKey>> {
    let after: DeliveryKey | null = null;
    for (let seen = 0; seen < MAX_RETRIED;) {
      const page: FoundPage<Delivery, DeliveryKey> = await this.log.list(
        partnerId,
        { ...filter, ...(after && { after }) },
        Math.min(READ_AT_ONCE, MAX_RETRIED - seen),
      );
      yield page;
      seen += page.rows.length;
      after = page.next;
      if (after === null) return;
    }
  }
}

/** The error for requests that require a live subscription. */
export function notLive(): Conflict {
  return new Conflict(
    'subscription_not_live',
    'The subscription is deleted or not active. Restore or activate it first.',
  );
}
