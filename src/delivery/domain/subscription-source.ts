import type { Endpoint } from '../../webhook-subscription/domain/endpoint.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../webhook-subscription/domain/subscription-page.js';
import type { AddressedSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';

export interface SubscriptionKey {
  readonly partnerId: number;
  readonly subscriptionId: number;
}

/** A subscription as deliveries to it need it: null when it is not live. */
export interface SubscriptionState extends SubscriptionKey {
  /** The partner's subscriptions version of this state. */
  readonly subscriptionsVersion: number;
  readonly subscription: AddressedSubscription | null;
}

/** Partners and subscriptions as the engine reads them. A port, implemented by the modules that own them. */
export abstract class SubscriptionSource {
  /** The partners that each company is associated with; companies without a partner are left out. */
  abstract partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;

  /**
   * A page of each range, all of one moment; those of deleted partners are left out. A page ends when the texts of its
   * subscriptions have more than this many bytes, which its last one may exceed.
   */
  abstract pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<readonly SubscriptionPage[]>;

  /** The states of subscriptions, all of one moment; those of deleted partners are left out. */
  abstract statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]>;

  /** @throws UnreadableSecret when the subscription's secrets cannot be opened. */
  abstract endpointOf(subscription: AddressedSubscription): Endpoint;
}
