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
  /** The subscriptions version with which the attempt was planned. */
  readonly subscriptionsVersion: number;
  /** The document of an ordered delivery, else null. */
  readonly document: string | null;
  /** True if the lease of its last owner expired: the attempt may have been made already. */
  readonly leaseRanOut: boolean;
  /** The document as it was projected when the event was accepted, or the whole one. */
  readonly dataJson: string;
  /** The include paths to project it with; null when it is projected. */
  readonly includePaths: readonly string[] | null;
  /** The partner's subscriptions version at the claim. */
  readonly currentVersion: number;
}

/** Attempts that wait in the table. A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class AttemptStore {
  /**
   * Leases due attempts of live subscriptions without a limit per second: the oldest of each, fair over partners and their
   * subscriptions, and no more once their documents fill some megabytes.
   */
  abstract claimDue(lease: string, leaseMs: number, bounds: ClaimBounds): Promise<readonly ClaimedAttempt[]>;
  /** Like `claimDue`, for subscriptions with a limit: as many of each as its rate, shared by all processes, permits now. */
  abstract claimPermitted(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly ClaimedAttempt[]>;
  /** Cancels attempts of deleted subscriptions, in case the cancellation at the deletion was interrupted. */
  abstract cancelOrphans(): Promise<void>;
}
