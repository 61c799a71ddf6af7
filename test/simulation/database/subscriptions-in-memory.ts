import type { Endpoint } from '../../../src/webhook-subscription/domain/endpoint.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
  type SubscriptionState,
} from '../../../src/delivery/domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../../src/webhook-subscription/domain/subscription-page.js';
import type { AddressedSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { Tables } from './tables.js';
import { Wire } from './wire.js';

/** The number of subscriptions in a page: small, so that many partners have several pages. */
const PAGE = 3;
/** In worlds with large subscriptions, each one fills a page, and two are too large to be cached. */
const LARGE_BYTES = 4 * 1_048_576;

/** Reads partners, companies and subscriptions like the repositories of their modules. */
export class SubscriptionsInMemory extends SubscriptionSource {
  /** @param isWithoutKey true if the service was started without the key that encrypts the subscriptions' secrets */
  constructor(
    private readonly tables: Tables,
    private readonly wire: Wire,
    private readonly isWithoutKey: boolean,
    private readonly areLarge: boolean,
  ) {
    super();
  }

  override partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return this.wire.ask(() => {
      const found = companyIds.map((id) => [id, [...(this.tables.companies.get(id) ?? [])]] as const);
      return new Map(found.filter(([, partnerIds]) => partnerIds.length > 0));
    });
  }

  override pagesOf(ranges: readonly SubscriptionRange[]): Promise<readonly SubscriptionPage[]> {
    return this.wire.ask(() =>
      ranges.map((range) => {
        const all = [...this.tables.subscriptions.values()].filter(
          ({ partnerId, id, type, isLive }) =>
            partnerId === range.partnerId && type === range.type && id > range.after && isLive,
        );
        const subscriptions = all
          .toSorted((left, right) => left.id - right.id)
          .slice(0, this.areLarge ? 1 : PAGE);
        if (range.after > 0) this.tables.furtherPages += 1;
        return {
          ...range,
          subscriptionsVersion: this.tables.partner(range.partnerId).subscriptionsVersion,
          subscriptions,
          bytes: this.areLarge ? LARGE_BYTES : subscriptions.length,
          isLast: subscriptions.length === all.length,
        };
      }),
    );
  }

  override statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]> {
    return this.wire.ask(() =>
      keys.map((key) => {
        const subscription = this.tables.subscriptions.get(key.subscriptionId);
        const { subscriptionsVersion } = this.tables.partner(key.partnerId);
        return { ...key, subscriptionsVersion, subscription: subscription?.isLive ? subscription : null };
      }),
    );
  }

  override endpointOf({ url, maxPerSecond }: AddressedSubscription): Endpoint {
    if (this.isWithoutKey) throw new Error('The secrets cannot be opened.');
    const signingSecrets = [{ secret: 'whsec_c2ltdWxhdGlvbg==', until: null }];
    return { url, auth: null, signingSecrets, maxPerSecond };
  }
}
