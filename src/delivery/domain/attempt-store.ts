import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import type { EventEnvelope } from '../../webhook-subscription/domain/delivery-body.js';
import type { DeliveryKey } from './delivery-key.js';
import type { Trigger } from './planned-attempt.js';

/** A due attempt that this process has claimed. */
export interface ClaimedAttempt extends DeliveryKey, EventEnvelope {
  readonly trigger: Trigger;
  /** True for a sample event. */
  readonly isTest: boolean;
  readonly number: number;
  readonly failures: number;
  readonly continues: boolean;
  /** The subscriptions version that the attempt was planned with. */
  readonly subscriptionsVersion: number;
  /** The document of an ordered delivery, else null. */
  readonly document: string | null;
  /** True if its last owner's lease expired, so the attempt may already have been made. */
  readonly leaseRanOut: boolean;
  /** The document, projected when the event was accepted, or whole if `includePaths` is set. */
  readonly dataJson: string;
  /** The include paths to project `dataJson` with; null if it is already projected. */
  readonly includePaths: readonly string[] | null;
  /** The partner's subscriptions version at the claim. */
  readonly currentVersion: number;
}

/** Attempts that wait in the table. A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class AttemptStore {
  /**
   * Leases due attempts of live subscriptions without a limit per second: the oldest of each, fairly over partners and
   * their subscriptions. Stops once their documents fill a few megabytes.
   */
  abstract claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]>;
  /**
   * Like `claimDue`, for subscriptions with a limit: as many of each as its rate, shared by all processes, now permits.
   */
  abstract claimPermitted(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly ClaimedAttempt[]>;
  /** Cancels remaining attempts of deleted subscriptions, in case the cancellation at the deletion was interrupted. */
  abstract cancelOrphans(): Promise<void>;
}
