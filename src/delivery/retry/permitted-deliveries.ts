import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import type { Lease } from '../../queue/domain/lease.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import { PERMIT_MS, PERMITS_EVERY_MS } from '../domain/rate.js';
import { DueDeliveries } from './due-deliveries.js';

/** While nothing is claimed for this long, the regular scan is enough. */
const LOOKED_FOR_MS = 1_000;

/** The deliveries of subscriptions with a limit per second that are due and have a permit (rate.ts). */
export class PermittedDeliveries extends DueDeliveries {
  private lookUntil = 0;
  private more: (milliseconds: number) => void = () => undefined;

  /** Calls when to claim again, because more attempts probably wait for permits. */
  onMore(more: (milliseconds: number) => void): void {
    this.more = more;
  }

  override async claim(
    claimed: Lease,
    leaseMs: number,
    bounds: ClaimBounds,
  ): Promise<readonly PlannedAttempt[]> {
    const lease = this.own(claimed);
    const permittedUntil = this.clock.monotonic() + PERMIT_MS;
    // The permits of a subscription bound what is claimed for it.
    const permits = { ...bounds, perQueue: bounds.total };
    const permitted = await this.store.claimPermitted(lease.lease, leaseMs, permits);
    const now = this.clock.monotonic();
    if (permitted.length > 0) this.lookUntil = now + LOOKED_FOR_MS;
    if (now < this.lookUntil) this.more(PERMITS_EVERY_MS);
    const attempts = await this.planned(permitted, lease);
    return attempts.map((attempt) => ({ ...attempt, permittedUntil }));
  }

  /** The scan of the other deliveries sweeps for all. */
  override async sweep(): Promise<void> {}
}
