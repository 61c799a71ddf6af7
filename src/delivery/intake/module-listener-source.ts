import { Injectable } from '@nestjs/common';
import { PartnerService } from '../../partner/partner.service.js';
import { WebhookSubscription } from '../../webhook-subscription/domain/webhook-subscription.js';
import { WebhookSubscriptionService } from '../../webhook-subscription/webhook-subscription.service.js';
import { Endpoint, ListenerSource, PartnerListeners } from '../domain/listener-source.js';

/** Who listens, as the partner and the webhook-subscription modules tell it. */
@Injectable()
export class ModuleListenerSource extends ListenerSource {
  constructor(
    private readonly partners: PartnerService,
    private readonly subscriptions: WebhookSubscriptionService,
  ) {
    super();
  }

  partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return this.partners.partnersOf(companyIds);
  }

  listeningTo(partnerIds: readonly number[]): Promise<readonly PartnerListeners[]> {
    return this.subscriptions.listeningTo(partnerIds);
  }

  endpointOf(subscription: WebhookSubscription): Endpoint {
    return this.subscriptions.endpointOf(subscription);
  }
}
