import type { Lease } from '../../queue/domain/lease.js';
import type { DeliveryKey } from './delivery-key.js';
import type { Schedulable } from '../../queue/domain/schedulable.js';

/** Why an attempt is made. */
export type Trigger = 'automatic' | 'manual' | 'recover' | 'test';

/**
 * By what right this process makes an attempt, and what its outcome is fenced by: a first attempt belongs to the lane
 * that accepted its event, for as long as the lane keeps its epoch; every other one is leased from the table.
 */
export type Ownership = { readonly kind: 'lane'; readonly laneId: number; readonly epoch: number } | Lease;

/** An attempt in memory that waits for its turn, and for how many milliseconds it is leased when that comes. */
export interface KeptAttempt {
  readonly attempt: PlannedAttempt;
  readonly leaseMs: number;
}

/** An attempt owned by this process: waiting in the dispatcher, in flight, or just made. */
export interface PlannedAttempt extends DeliveryKey, Schedulable {
  /** The `webhook-id`. */
  readonly id: string;
  readonly trigger: Trigger;
  /** Of a sample event: the request says so, whatever set off this attempt of it. */
  readonly isTest: boolean;
  /** Places of the retry schedule that are used up. */
  readonly failures: number;
  /** False where a failure ends the delivery: a test, or a manual retry of a delivery that had ended. */
  readonly continues: boolean;
  /** The subscriptions version with which it was planned. Void if its subscription was deleted since. */
  readonly subscriptionsVersion: number;
  readonly body: string;
  /** The document among whose deliveries to this subscription it has its turn; null if it is made whenever it is due. */
  readonly document: string | null;
  /** The one whose turn comes after it, if this process keeps it in memory. */
  next: KeptAttempt | null;
  /**
   * Until when it may begin if its subscription has a limit per second, in the clock's monotonic time; absent if no
   * permit was taken for it.
   */
  readonly permittedUntil?: number;
  /** Changes when a first attempt that takes long is given a row, and with it a lease, of its own. */
  ownership: Ownership;
}
