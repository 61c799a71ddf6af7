import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { PartnerDatabase } from '../database/partner-database.js';
import { SERVICE } from '../partner/domain/actor.js';
import { stripeOf } from '../partner/domain/partner-stripe.js';
import { Clock } from '../shared/clock.js';
import { lockSubscription, saveSubscription } from './subscription-change.sql.js';

/** A delivery that used up its retries, by its subscription. */
interface ExhaustedDelivery {
  readonly partnerId: number;
  readonly subscriptionId: number;
  /** Whether any delivery of the subscription was answered validly since the first attempt of this one. */
  readonly isAnsweredSince: boolean;
}

/**
 * Deletes subscriptions whose deliveries used up all their retries, if they choose that rule, in the transaction in
 * which `delivery/` logs the last attempt.
 */
@Injectable()
export class ExhaustedSubscriptionRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads each subscription under its lock, applies its own rule and stores it. Subscriptions that are deleted already
   * stay as they are. Partners are locked in the order of their stripes, as by the intake; the subscriptions are to be
   * locked before.
   * @param connection sees every partner, and has a transaction open
   * @returns the first of the given deliveries of each subscription that this deleted
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
