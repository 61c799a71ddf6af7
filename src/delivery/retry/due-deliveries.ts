import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { IncludePaths } from '../../webhook-subscription/domain/include-paths.js';
import { AttemptStore, type ClaimedAttempt } from '../domain/attempt-store.js';
import type { ClaimBounds } from '../../queue/domain/claim-bounds.js';
import { deliveryId } from '../domain/delivery-key.js';
import { EngineClock } from '../../queue/domain/engine-clock.js';
import { EngineObserver } from '../domain/engine-observer.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';
import type { Lease } from '../../queue/domain/lease.js';
import { Turns } from '../journal/turns.js';
import { SubscriptionCache } from '../matching/subscription-cache.js';
import type { DueAttempts } from '../../queue/due-scan.js';

/** Claims due deliveries. A claim also reveals which cached partners are stale. */
export class DueDeliveries implements DueAttempts<PlannedAttempt> {
  constructor(
    protected readonly store: AttemptStore,
    private readonly subscriptionCache: SubscriptionCache,
    private readonly observer: EngineObserver,
    protected readonly clock: EngineClock,
    private readonly turns: Turns,
    private readonly newLease: () => string | null,
  ) {}

  async claim(claimed: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedAttempt[]> {
    const lease = this.own(claimed);
    const attempts = await this.planned(await this.store.claimDue(lease.lease, leaseMs, bounds), lease);
    for (const attempt of attempts) if (attempt.document !== null) this.turns.begin(attempt);
    return attempts;
  }

  sweep(): Promise<void> {
    return this.store.cancelOrphans();
  }

  /** The lease with an id that names a lane of this process. */
  protected own(lease: Lease): Lease {
    return { ...lease, lease: this.newLease() ?? lease.lease };
  }

  protected async planned(
    claimed: readonly ClaimedAttempt[],
    ownership: Lease,
  ): Promise<readonly PlannedAttempt[]> {
    this.observer.claimed(claimed);
    this.subscriptionCache.forgetOutdated(claimed);
    const attempts: PlannedAttempt[] = [];
    for (const attempt of claimed) {
      attempts.push(planned(attempt, ownership));
      // Projecting a large document takes long, so let other work run in between.
      if (attempt.includePaths !== null) await new Promise<void>((resolve) => this.clock.after(0, resolve));
    }
    return attempts;
  }
}

function planned(claimed: ClaimedAttempt, ownership: Lease): PlannedAttempt {
  const {
    partnerId,
    subscriptionId,
    eventId,
    trigger,
    isTest,
    number,
    failures,
    continues,
    subscriptionsVersion,
    document,
  } = claimed;
  const { dataJson, includePaths } = claimed;
  const data = includePaths === null ? dataJson : IncludePaths.stored(includePaths).projectJson(dataJson);
  return {
    partnerId,
    subscriptionId,
    eventId,
    id: deliveryId(claimed),
    trigger,
    isTest,
    number,
    failures,
    continues,
    subscriptionsVersion,
    body: deliveryBody(claimed, subscriptionId, data),
    document,
    next: null,
    ownership,
    state: 'waiting',
  };
}
