import { Injectable } from '@nestjs/common';
import { SubscriptionViews } from './subscription-views.js';
import type { WebhookSubscriptionView } from './webhook-subscription.dto.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';

/** Reads a subscription as the API shows it, for events about it. */
@Injectable()
export class SubscriptionViewService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly views: SubscriptionViews,
  ) {}

  /**
   * Null if the partner has no such subscription, deleted or not. Masks credentials, whatever AUTH_DATA_ON_READ says.
   */
  async find(partnerId: number, id: number): Promise<WebhookSubscriptionView | null> {
    const subscription = await this.subscriptions.findAny(partnerId, id);
    return subscription === null ? null : this.views.masked(subscription);
  }
}
