import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { PartnerDatabase } from '../database/partner-database.js';
import { SERVICE } from '../partner/domain/actor.js';
import { stripeOf } from '../partner/domain/partner-stripe.js';
import { Clock } from '../shared/clock.js';
import { lockSubscription, saveSubscription } from './subscription-change.sql.js';

/** A delivery that used up its retries. */
interface ExhaustedDelivery {
  readonly partnerId: number;
  readonly subscriptionId: number;
  /** True if the subscription answered any delivery validly since this one's first attempt. */
  readonly isAnsweredSince: boolean;
}

/**
 * Deletes subscriptions whose deliveries used up all retries, if their rule says so, in the transaction in which
 * `delivery/` logs the last attempt.
 */
@Injectable()
export class ExhaustedSubscriptionRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads each subscription under its lock, applies its rule and stores it. Does not change deleted subscriptions.
   * Locks partners in the order of their stripes, like the intake. The caller must have locked the subscriptions.
   * @param connection sees every partner, and has an open transaction
   * @returns for each subscription deleted by this call, the first of the given deliveries
   */
  delete<Exhausted extends ExhaustedDelivery>(
    deliveries: readonly Exhausted[],
    connection: PoolClient,
  ): Promise<Exhausted[]> {
    return this.database.within(connection, async (rows) => {
      const deleted: Exhausted[] = [];
      for (const delivery of inOrder(deliveries)) {
        const present = await lockSubscription(rows, delivery.partnerId, delivery.subscriptionId);
        if (present === null || present.deletedAt !== null) continue;
        const next = present.exhausted(delivery.isAnsweredSince, this.clock.now());
        await saveSubscription(rows, present, next, SERVICE);
        if (next.deletedAt !== null) deleted.push(delivery);
      }
      return deleted;
    });
  }
}

function inOrder<Exhausted extends ExhaustedDelivery>(deliveries: readonly Exhausted[]): Exhausted[] {
  return deliveries.toSorted(
    (a, b) =>
      stripeOf(a.partnerId) - stripeOf(b.partnerId) ||
      a.partnerId - b.partnerId ||
      a.subscriptionId - b.subscriptionId,
  );
}
