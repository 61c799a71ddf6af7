import { Injectable } from '@nestjs/common';
import { StatisticsSpan } from '../../queue/domain/statistics-span.js';
import { WebhookSubscriptionService } from '../../webhook-subscription/webhook-subscription.service.js';
import { type DeliveryStatistics, NO_ATTEMPTS } from '../domain/delivery-statistics.js';
import { ALL_SUBSCRIPTIONS } from './delivery-counter.js';
import { DeliveryStatisticsRepository } from './delivery-statistics.repository.js';

/** Statistics of attempts. */
@Injectable()
export class DeliveryStatisticsService {
  constructor(
    private readonly statistics: DeliveryStatisticsRepository,
    private readonly subscriptions: WebhookSubscriptionService,
  ) {}

  /** Of all subscriptions, including deleted ones: one entry for each step of the span. */
  ofPartner(partnerId: number, span: StatisticsSpan): Promise<readonly DeliveryStatistics[]> {
    return this.read(partnerId, ALL_SUBSCRIPTIONS, span);
  }

  /** Of one subscription. @throws NotFound also if it is deleted */
  async ofSubscription(
    partnerId: number,
    subscriptionId: number,
    span: StatisticsSpan,
  ): Promise<readonly DeliveryStatistics[]> {
    await this.subscriptions.find(partnerId, subscriptionId);
    return this.read(partnerId, subscriptionId, span);
  }

  private async read(
    partnerId: number,
    subscriptionId: number,
    span: StatisticsSpan,
  ): Promise<readonly DeliveryStatistics[]> {
    const bySteps = await this.statistics.of(partnerId, subscriptionId, span);
    return span.starts.map((_, step) => bySteps.get(step) ?? NO_ATTEMPTS);
  }
}
