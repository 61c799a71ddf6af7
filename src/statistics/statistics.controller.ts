import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DeliveryStatisticsService } from '../delivery/statistics/delivery-statistics.service.js';
import { EmailStatisticsService } from '../email/statistics/email-statistics.service.js';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Clock } from '../shared/clock.js';
import { IdPipe } from '../shared/http/id.pipe.js';
import { Problems } from '../shared/http/problems.js';
import { DeliveryStepView, StatisticsQuery, StatisticsStepView } from './statistics.dto.js';

const SHAPE =
  'Oldest step first, without gaps: empty steps have zeros. The last step contains the present. New attempts ' +
  'appear within a few seconds. The statistics go back as far as the log.';

/** The results of deliveries and emails over time. */
@ApiTags('Statistics')
@PartnerController('')
export class StatisticsController {
  constructor(
    private readonly deliveries: DeliveryStatisticsService,
    private readonly emails: EmailStatisticsService,
    private readonly clock: Clock,
  ) {}

  @Get('statistics')
  @ApiOperation({ summary: 'Count attempts and emails over time', description: SHAPE })
  @ApiOkResponse({ description: 'The steps.', type: [StatisticsStepView] })
  @Problems(400)
  async ofPartner(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: StatisticsQuery,
  ): Promise<readonly StatisticsStepView[]> {
    const span = query.spanUntil(this.clock.now());
    const deliveries = await this.deliveries.ofPartner(partner.id, span);
    const emails = await this.emails.ofPartner(partner.id, span);
    return StatisticsStepView.together(span, deliveries, emails);
  }

  @Get('webhookSubscription/:id/statistics')
  @ApiOperation({ summary: 'Count the attempts of a webhook subscription over time', description: SHAPE })
  @ApiOkResponse({ description: 'The steps.', type: [DeliveryStepView] })
  @Problems(400, 404)
  async ofSubscription(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Query() query: StatisticsQuery,
  ): Promise<readonly DeliveryStepView[]> {
    const span = query.spanUntil(this.clock.now());
    return DeliveryStepView.all(span, await this.deliveries.ofSubscription(partner.id, id, span));
  }
}
