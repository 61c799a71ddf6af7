import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import type { Lease } from '../../queue/domain/lease.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { PERMIT_MS, PERMITS_EVERY_MS } from '../domain/rate.js';
import { DueDeliveries } from './due-deliveries.js';

/** Once nothing has been claimed for this long, the regular scan suffices. */
const SCAN_AGAIN_MS = 1_000;

/** Claims due deliveries of subscriptions with `maxPerSecond`, as permits allow (domain/rate.ts). */
export class RateLimitedDeliveries extends DueDeliveries {
  private scanUntil = 0;
  private claimIn: (milliseconds: number) => void = () => undefined;

  /** Registers a callback that gets the time until the next claim, if more attempts probably wait for permits. */
  onWaiting(call: (milliseconds: number) => void): void {
    this.claimIn = call;
  }

  override async claim(
    claimed: Lease,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly PlannedAttempt[]> {
    const lease = this.own(claimed);
    const permittedUntil = this.clock.monotonic() + PERMIT_MS;
    // Permits, not the size of its queue, limit the claims of a subscription.
    const permits = { ...bounds, perQueue: bounds.total };
    const permitted = await this.store.claimPermitted(lease.lease, leaseMs, permits);
    const now = this.clock.monotonic();
    if (permitted.length > 0) this.scanUntil = now + SCAN_AGAIN_MS;
    if (now < this.scanUntil) this.claimIn(PERMITS_EVERY_MS);
    const attempts = await this.planned(permitted, lease);
    return attempts.map((attempt) => ({ ...attempt, permittedUntil }));
  }

  /** Does nothing: the scan of other deliveries sweeps these too. */
  override async sweep(): Promise<void> {}
}
