import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import type { EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import type { DeliveryKey } from './delivery-key.js';
import type { Trigger } from './planned-attempt.js';

/** An attempt that is due, claimed by this process. */
export interface ClaimedAttempt extends DeliveryKey, EventEnvelope {
  readonly trigger: Trigger;
  /** Of a sample event. */
  readonly isTest: boolean;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  /** With which the attempt was planned. */
  readonly subscriptionsVersion: number;
  /** True when its holder died or was too slow: the attempt may have been made already. */
  readonly leaseRanOut: boolean;
  /** The document as it was projected when the event was accepted, or the whole one. */
  readonly dataJson: string;
  /** The include paths to project it with; null when it is projected. */
  readonly includePaths: readonly string[] | null;
  /** The version of the partner's listeners at the claim. */
  readonly currentVersion: number;
}

/** The attempts still to be made that no process holds. A port: PostgreSQL is behind it, or memory in simulation. */
export abstract class AttemptStore {
  /**
   * Leases due attempts of live subscriptions: the oldest of each, fair over partners and their subscriptions, and no
   * more once their documents fill some megabytes.
   */
  abstract claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]>;
  /** Cancels what waits for subscriptions that are gone, if its deletion's own cancelling was cut short. */
  abstract cancelOrphans(): Promise<void>;
}
