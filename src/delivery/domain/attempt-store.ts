import { EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import { DeliveryKey } from './delivery-key.js';
import { Trigger } from './planned-attempt.js';

/** An attempt that is due, claimed by this process. */
export interface ClaimedAttempt extends DeliveryKey, EventEnvelope {
  readonly trigger: Trigger;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  /** With which the attempt was planned. */
  readonly fanOutVersion: number;
  /** True when its holder died or was too slow: the attempt may have been made already. */
  readonly leaseRanOut: boolean;
  /** The document as it was projected when the delivery came into being. */
  readonly dataJson: string;
  /** The version of the partner's listeners at the claim. */
  readonly listenersVersion: number;
}

/** How much to claim: in all, and per queue, which is a subscription. */
export interface ClaimBounds {
  readonly total: number;
  readonly perQueue: number;
  /** Queues that nothing shall be claimed for. */
  readonly exceptFor: readonly number[];
}

/** The attempts still to be made that no process holds. A port: PostgreSQL is behind it, or memory in simulation. */
export abstract class AttemptStore {
  /** Leases due attempts of live subscriptions: the oldest of each, fair over all of them. */
  abstract claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]>;
  /** Cancels what waits for subscriptions that are gone, if its deletion's own cancelling was cut short. */
  abstract cancelOrphans(): Promise<void>;
}
