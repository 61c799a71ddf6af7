import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { PartnerDatabase } from '../database/partner-database.js';
import { Clock } from '../shared/clock.js';
import { lockSubscription, saveSubscription } from './subscription-change.sql.js';

/** Identifies a subscription. */
interface SubscriptionKey {
  readonly partnerId: number;
  readonly subscriptionId: number;
}

/**
 * Deletes subscriptions whose deliveries used up all their retries, in the transaction in which `delivery/` logs the
 * last attempt.
 */
@Injectable()
export class ExhaustedSubscriptionRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly clock: Clock,
  ) {}

  /**
   * Loads each subscription under its lock, deletes it by its own rule and stores it. Subscriptions that are deleted
   * already stay as they are. Partners' rows are locked in the order of their ids.
   * @param connection sees every partner, and has a transaction open
   * @returns the first of the given keys of each subscription that this deleted
   */
  delete<Key extends SubscriptionKey>(exhausted: readonly Key[], connection: PoolClient): Promise<Key[]> {
    return this.database.within(connection, async (rows) => {
      const deleted: Key[] = [];
      for (const key of inOrder(exhausted)) {
        const present = await lockSubscription(rows, key.partnerId, key.subscriptionId);
        if (present === null || present.deletedAt !== null) continue;
        await saveSubscription(rows, present, present.delete('retries_exhausted', this.clock.now()));
        deleted.push(key);
      }
      return deleted;
    });
  }
}

function inOrder<Key extends SubscriptionKey>(keys: readonly Key[]): Key[] {
  return keys.toSorted((a, b) => a.partnerId - b.partnerId || a.subscriptionId - b.subscriptionId);
}
