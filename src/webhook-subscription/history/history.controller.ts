import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { IdPipe, MAX_ID } from '../../shared/http/id.pipe.js';
import { Page, PageQuery } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { SubscriptionChangeView } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { MAX_CHANGES } from './history.sql.js';

/** The history of a partner's subscriptions. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription/:id/history')
export class HistoryController {
  constructor(private readonly history: HistoryService) {}

  @Get()
  @ApiOperation({
    summary: 'List the changes of a webhook subscription',
    description:
      `The last ${MAX_CHANGES} changes (fewer if they are large), without secrets; also of a deleted subscription, ` +
      'while the operator keeps the log.',
  })
  @ApiOkResponse({ description: 'The changes, newest first.', type: [SubscriptionChangeView] })
  @Problems(400, 404)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) id: number,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<SubscriptionChangeView>> {
    const before = afterId === 0 ? MAX_ID : afterId;
    const changes = await this.history.changesOf(partner.id, id, { before, limit: limit + 1 });
    return Page.of(
      changes,
      limit,
      ({ number }) => String(number),
      (change) => SubscriptionChangeView.of(change),
    );
  }
}
