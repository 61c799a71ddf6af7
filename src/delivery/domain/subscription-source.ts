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

/** The state of a subscription for its deliveries. */
export interface SubscriptionState extends SubscriptionKey {
  /** The partner's subscriptions version that this state belongs to. */
  readonly subscriptionsVersion: number;
  readonly subscription: AddressedSubscription | null;
}

/** Reads partners and subscriptions for the engine. A port, implemented with the modules that own them. */
export abstract class SubscriptionSource {
  /** The partners of each company. Companies without a partner are absent. */
  abstract partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;

  /**
   * A page of each range, all as of one moment. Omits deleted partners. A page ends once the texts of its subscriptions
   * exceed this many bytes; the last subscription may be beyond.
   */
  abstract pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<readonly SubscriptionPage[]>;

  /** The states of subscriptions, all as of one moment. Omits those of deleted partners. */
  abstract statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]>;

  /** @throws UnreadableSecret if the subscription's secrets cannot be opened */
  abstract endpointOf(subscription: AddressedSubscription): Endpoint;
}
