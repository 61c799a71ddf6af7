/** The name of the in-process event SubscriptionChanged, emitted after the commit. */
export const SUBSCRIPTION_CHANGED = 'subscription.changed';

/**
 * A subscription was created, changed, deleted or restored. If it is not live, its pending deliveries are cancelled.
 */
export class SubscriptionChanged {
  constructor(
    readonly partnerId: number,
    readonly subscriptionId: number,
    /** True if events may trigger it now. */
    readonly isLive: boolean,
  ) {}
}
