/** The channel that notifies every process of a change of a subscription, as `<partnerId>:<subscriptionId>`. */
export const SUBSCRIPTION_CHANNEL = 'livery_subscription';
