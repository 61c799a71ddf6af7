import { Injectable } from '@nestjs/common';
import { SubscriptionViews } from './subscription-views.js';
import type { WebhookSubscriptionView } from './webhook-subscription.dto.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';

/** Subscriptions as the API shows them, for events about them. */
@Injectable()
export class SubscriptionViewService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly views: SubscriptionViews,
  ) {}

  /** Deleted or not, with masked credentials whatever AUTH_DATA_ON_READ says. Null when the partner has none of this id. */
  async find(partnerId: number, id: number): Promise<WebhookSubscriptionView | null> {
    const subscription = await this.subscriptions.findAny(partnerId, id);
    return subscription === null ? null : this.views.masked(subscription);
  }
}
