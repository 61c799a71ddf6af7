import type { Lease } from '../../queue/domain/lease.js';
import type { DeliveryKey } from './delivery-key.js';
import type { Schedulable } from '../../queue/domain/schedulable.js';

/** Why an attempt is made. */
export type Trigger = 'automatic' | 'manual' | 'recover' | 'test';

/**
 * What entitles this process to make an attempt, and fences its outcome: a first attempt belongs to the lane that
 * accepted its event, while the lane keeps its epoch; every other attempt is leased from the table.
 */
export type Ownership = { readonly kind: 'lane'; readonly laneId: number; readonly epoch: number } | Lease;

/** An ordered attempt that waits in memory for its turn, and the duration of its lease from then on. */
export interface WaitingAttempt {
  readonly attempt: PlannedAttempt;
  readonly leaseMs: number;
}

/** An attempt owned by this process: waiting in the dispatcher, in flight, or just made. */
export interface PlannedAttempt extends DeliveryKey, Schedulable {
  /** The `webhook-id`. */
  readonly id: string;
  readonly trigger: Trigger;
  /** True for a sample event. Every attempt of it has the header `livery-test`. */
  readonly isTest: boolean;
  /** How many retries of the schedule are used up. */
  readonly failures: number;
  /** False if a failure ends the delivery: for a test event, or a manual retry of an ended delivery. */
  readonly continues: boolean;
  /** The subscriptions version that it was planned with. The attempt is void if the subscription was deleted since. */
  readonly subscriptionsVersion: number;
  readonly body: string;
  /** The document of an ordered delivery, else null. */
  readonly document: string | null;
  /** The next delivery of the same document, if this process keeps it in memory. */
  next: WaitingAttempt | null;
  /**
   * The monotonic time until which it may begin if its subscription has a limit per second; absent if no permit was
   * taken for it.
   */
  readonly permittedUntil?: number;
  /** Changes from lane to lease when a slow first attempt gets a row of its own. */
  ownership: Ownership;
}
