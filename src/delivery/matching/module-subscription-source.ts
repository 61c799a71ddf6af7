import type { Endpoint } from '../../webhook-subscription/domain/endpoint.js';
import { Injectable } from '@nestjs/common';
import { PartnerService } from '../../partner/partner.service.js';
import type { AddressedSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { WebhookSubscriptionService } from '../../webhook-subscription/webhook-subscription.service.js';
import {
  SubscriptionSource,
  type SubscriptionKey,
  type SubscriptionState,
} from '../domain/subscription-source.js';
import type {
  SubscriptionPage,
  SubscriptionRange,
} from '../../webhook-subscription/domain/subscription-page.js';

/** Reads partners and subscriptions through the services of their modules. */
@Injectable()
export class ModuleSubscriptionSource extends SubscriptionSource {
  constructor(
    private readonly partners: PartnerService,
    private readonly subscriptions: WebhookSubscriptionService,
  ) {
    super();
  }

  partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return this.partners.partnersOf(companyIds);
  }

  pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<readonly SubscriptionPage[]> {
    return this.subscriptions.pagesOf(ranges, bytes);
  }

  async statesOf(keys: readonly SubscriptionKey[]): Promise<readonly SubscriptionState[]> {
    const states = await this.subscriptions.statesOf(
      keys.map(({ partnerId, subscriptionId }) => ({ partnerId, id: subscriptionId })),
    );
    return states.map(({ id, ...state }) => ({ ...state, subscriptionId: id }));
  }

  endpointOf(subscription: AddressedSubscription): Endpoint {
    return this.subscriptions.endpointOf(subscription);
  }
}
