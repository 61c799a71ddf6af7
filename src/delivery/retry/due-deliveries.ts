import { deliveryBody } from '../../webhook-subscription/domain/delivery-body.js';
import { AttemptStore, ClaimBounds, ClaimedAttempt } from '../domain/attempt-store.js';
import { deliveryId } from '../domain/delivery-key.js';
import { EngineObserver } from '../domain/engine-observer.js';
import { Lease, PlannedAttempt } from '../domain/planned-attempt.js';
import { ListenerCache } from '../intake/listener-cache.js';
import { DueAttempts } from './retry.service.js';

/** The deliveries that are due. A claim also tells whose listeners have changed since they were remembered. */
export class DueDeliveries implements DueAttempts<PlannedAttempt> {
  constructor(
    private readonly store: AttemptStore,
    private readonly listeners: ListenerCache,
    private readonly observer: EngineObserver,
  ) {}

  async claim(lease: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly PlannedAttempt[]> {
    const claimed = await this.store.claimDue(lease.lease, leaseMs, bounds);
    this.observer.claimed(claimed);
    this.listeners.forgetOutdated(claimed);
    return claimed.map((attempt) => planned(attempt, lease));
  }

  sweep(): Promise<void> {
    return this.store.cancelOrphans();
  }
}

function planned(claimed: ClaimedAttempt, hold: Lease): PlannedAttempt {
  const { partnerId, subscriptionId, eventId, trigger, number, failures, continues, fanOutVersion } = claimed;
  return {
    partnerId,
    subscriptionId,
    eventId,
    id: deliveryId(claimed),
    trigger,
    number,
    failures,
    continues,
    fanOutVersion,
    body: deliveryBody(claimed, subscriptionId, claimed.dataJson),
    hold,
    state: 'waiting',
  };
}
