import { Injectable } from '@nestjs/common';
import { Conflict, NotFound } from '../shared/domain/errors.js';
import { DeliveryEngine } from './delivery-engine.js';
import type { Delivery, DeliveryDetail, DeliveryFilter } from './domain/delivery.js';
import { type DeliveryKey, deliveryKeyOf } from './domain/delivery-key.js';
import type { FoundPage } from '../queue/log/bounded-search.js';
import { DeliveryLogRepository } from './log/delivery-log.repository.js';
import { ManualRetryRepository } from './retry/manual-retry.repository.js';

/** A partner's deliveries: the log, and retries by hand. */
@Injectable()
export class DeliveryService {
  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly manualRetries: ManualRetryRepository,
    private readonly engine: DeliveryEngine,
  ) {}

  /** One page, newest first. */
  list(partnerId: number, filter: DeliveryFilter, limit: number): Promise<FoundPage<Delivery, DeliveryKey>> {
    return this.log.list(partnerId, filter, limit);
  }

  /** @throws NotFound */
  async find(partnerId: number, id: string): Promise<DeliveryDetail> {
    const key = deliveryKeyOf(partnerId, id);
    const delivery = key && (await this.log.find(key));
    if (!delivery) throw new NotFound();
    return delivery;
  }

  /** Attempts a delivery once more, now. @throws NotFound @throws Conflict when its subscription is not live */
  async retry(partnerId: number, id: string): Promise<Delivery> {
    const delivery = await this.find(partnerId, id);
    if (!(await this.manualRetries.plan(delivery))) throw notLive();
    this.engine.attemptsWait();
    return this.find(partnerId, id);
  }
}

/** What is asked for needs a subscription that is neither deleted nor deactivated. */
export function notLive(): Conflict {
  return new Conflict(
    'subscription_not_live',
    'The subscription is deleted or not active. Restore or activate it first.',
  );
}
