import { DeliveryKey } from './delivery-key.js';
import { Turn } from './turn.js';

/** What set an attempt off (CONTRACT 6, the log). */
export type Trigger = 'automatic' | 'manual' | 'recover' | 'test';

/**
 * By what right this process makes an attempt, and what its outcome is fenced by: a first attempt belongs to the lane
 * that accepted its event, for as long as the lane keeps its epoch; every other one is leased from the table.
 */
export type Hold = { readonly kind: 'lane'; readonly laneId: number; readonly epoch: number } | Lease;

export interface Lease {
  readonly kind: 'lease';
  readonly lease: string;
  /** In the clock's monotonic time. */
  readonly expiresAt: number;
}

/** One attempt that this process holds: waiting in the dispatcher, in flight, or just made. */
export interface PlannedAttempt extends DeliveryKey, Turn {
  /** The `webhook-id`. */
  readonly id: string;
  readonly trigger: Trigger;
  /** Places of the retry schedule that are used up. */
  readonly failures: number;
  /** False where a failure ends the delivery: a test, or a manual retry of a delivery that had ended. */
  readonly continues: boolean;
  /** The version of the partner's listeners with which it was planned: void if its subscription went away since. */
  readonly fanOutVersion: number;
  readonly body: string;
  /** Changes when a first attempt that takes long is given a row, and with it a lease, of its own. */
  hold: Hold;
}
