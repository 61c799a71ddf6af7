import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Problems } from '../shared/http/problems.js';
import { DeliveryService } from './delivery.service.js';
import { AttemptsQuery, SubscriptionAttemptView } from './attempt-log.dto.js';

/** The last attempts of a subscription, across its deliveries. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription/:id')
export class AttemptLogController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Get('attempts')
  @ApiOperation({
    summary: 'List the last attempts of a webhook subscription',
    description:
      'The attempts of its newest events, newest event first, each with its duration. The log of deliveries has ' +
      'all of them.',
  })
  @ApiOkResponse({ description: 'The attempts.', type: [SubscriptionAttemptView] })
  @Problems(400, 404)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Query() { limit }: AttemptsQuery,
  ): Promise<readonly SubscriptionAttemptView[]> {
    const attempts = await this.deliveries.lastAttempts(partner.id, id, limit);
    return attempts.map((attempt) => SubscriptionAttemptView.of(attempt));
  }
}
