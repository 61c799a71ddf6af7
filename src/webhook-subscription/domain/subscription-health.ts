/** The health of a subscription, derived from its deliveries. */
export interface SubscriptionHealth {
  /** `at_risk`: a delivery has used up half of its retries. After the last one, the subscription is deleted. */
  readonly state: 'healthy' | 'failing' | 'at_risk';
  /** Failed attempts since the last valid answer. */
  readonly consecutiveFailures: number;
  readonly nextAttemptAt: Date | null;
  /** When the subscription will be deleted if all attempts fail; null while none has failed. */
  readonly willBeDeletedAt: Date | null;
  /** The HTTP status of the last answer; null if there was none, or no attempt yet. */
  readonly lastStatus: number | null;
  /** The time of the last valid answer, or null. */
  readonly lastActiveAt: Date | null;
}

/** The health of a subscription without deliveries. */
export const UNTRIED: SubscriptionHealth = {
  state: 'healthy',
  consecutiveFailures: 0,
  nextAttemptAt: null,
  willBeDeletedAt: null,
  lastStatus: null,
  lastActiveAt: null,
};

/** Computes the health of a partner's subscriptions. A port, which the delivery module implements. */
export abstract class SubscriptionHealthSource {
  /** By id; a subscription without deliveries may be absent. */
  abstract of(partnerId: number, ids: readonly number[]): Promise<ReadonlyMap<number, SubscriptionHealth>>;
}
