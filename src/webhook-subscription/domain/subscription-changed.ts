/** The name under which SubscriptionChanged is emitted within the process, once the change is committed. */
export const SUBSCRIPTION_CHANGED = 'subscription.changed';

/** The channel on which every process learns of a change, as `<partnerId>:<subscriptionId>`. */
export const SUBSCRIPTION_CHANNEL = 'livery_subscription';

/** A subscription was created, changed, deleted or restored. What is pending for one not live is to be cancelled. */
export class SubscriptionChanged {
  constructor(
    readonly partnerId: number,
    readonly subscriptionId: number,
    /** Whether events may trigger it now. */
    readonly isLive: boolean,
  ) {}
}
