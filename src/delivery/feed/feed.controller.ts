import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { IdPipe } from '../../shared/http/id.pipe.js';
import { Page } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { deliveryId } from '../domain/delivery-key.js';
import { FeedEntryView, FeedQuery } from './feed.dto.js';
import { FeedService } from './feed.service.js';

/** The feed of a subscription: its deliveries, for partners that fetch them. */
@ApiTags('Webhook subscriptions')
@PartnerController('webhookSubscription/:id/feed')
export class FeedController {
  constructor(private readonly feeds: FeedService) {}

  @Get()
  @ApiOperation({
    summary: 'Fetch the feed of a subscription',
    description:
      'The bodies of its deliveries, oldest first, whatever their status, also when it is deleted or inactive. ' +
      'New entries come after all those already returned: remember the `id` of the last one, and send it as ' +
      '`after` the next time. A page without a `Link` is the last one for now. An entry appears within a few ' +
      'seconds.',
  })
  @ApiOkResponse({ description: 'The entries.', type: [FeedEntryView] })
  @Problems(400, 404, [410, '`after_gone`: the delivery that `after` names is no longer kept.'])
  async read(
    @CurrentPartner() { id: partnerId }: AuthenticatedPartner,
    @Param('id', new IdPipe('webhook subscription')) subscriptionId: number,
    @Query() { after, limit }: FeedQuery,
  ): Promise<Page<FeedEntryView>> {
    const { entries, next } = await this.feeds.read(partnerId, subscriptionId, after, limit);
    return Page.upTo(
      entries,
      next === null ? null : deliveryId({ eventId: next, subscriptionId }),
      ({ eventId }) => deliveryId({ eventId, subscriptionId }),
      (entry) => FeedEntryView.of(entry, subscriptionId),
      'after',
    );
  }
}
