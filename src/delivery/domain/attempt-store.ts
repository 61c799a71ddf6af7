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
  /** The document among whose deliveries it has its turn, or null. */
  readonly document: string | null;
  /** True if the lease of its last owner ran out: the attempt may have been made already. */
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
  /** The same for subscriptions with a limit: as many of each as its rate permits at this moment, of all processes. */
  abstract claimPermitted(
    lease: string,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly ClaimedAttempt[]>;
  /** Cancels attempts of deleted subscriptions, in case the cancelling at the deletion was interrupted. */
  abstract cancelOrphans(): Promise<void>;
}
