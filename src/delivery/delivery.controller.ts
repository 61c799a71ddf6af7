import { Body, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentPartner } from '../partner/current-partner.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { PartnerController } from '../partner/partner-controller.js';
import { Page } from '../shared/http/page.js';
import { Problems } from '../shared/http/problems.js';
import { Representation } from '../shared/http/representation.js';
import { DeliveryQuery, RetryFilter } from './delivery-query.dto.js';
import {
  DeliveryCountView,
  DeliveryDetailView,
  DeliveryView,
  EXAMPLE_ID,
  RetriedDeliveriesView,
} from './delivery.dto.js';
import { DeliveryService, MAX_RETRIED } from './delivery.service.js';
import type { DeliveryDetail } from './domain/delivery.js';
import { deliveryId } from './domain/delivery-key.js';

const ID_PARAMETER = {
  name: 'id',
  description: 'Id of the delivery, which is its `webhook-id`.',
  schema: { type: 'string', example: EXAMPLE_ID },
};

/** The log of deliveries. */
@ApiTags('Deliveries')
@PartnerController('delivery')
export class DeliveryController {
  constructor(private readonly deliveries: DeliveryService) {}

  @Get()
  @ApiOperation({
    summary: 'List deliveries',
    description:
      'Newest first. A page with filters can be shorter than `limit`, even empty, and still have a `Link` to the ' +
      'next; only the last page has none.',
  })
  @ApiOkResponse({ description: 'The deliveries.', type: [DeliveryView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: DeliveryQuery,
  ): Promise<Page<DeliveryView>> {
    const { rows, next } = await this.deliveries.list(partner.id, query.filterFor(partner.id), query.limit);
    return Page.upTo(rows, next && deliveryId(next), deliveryId, (delivery) => DeliveryView.of(delivery));
  }

  @Get('count')
  @ApiOperation({
    summary: 'Count deliveries',
    description: `Counts the deliveries that match the filters of the list, which are also those of \`POST /partner/delivery/retry\`. At most ${MAX_RETRIED} are counted.`,
  })
  @ApiOkResponse({ description: 'The count.', type: DeliveryCountView })
  @Problems(400)
  count(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: RetryFilter,
  ): Promise<DeliveryCountView> {
    return this.deliveries.count(partner.id, query.filter);
  }

  @Get(':id')
  @ApiParam(ID_PARAMETER)
  @ApiOperation({ summary: 'Read a delivery', description: 'With the body that is sent and every attempt.' })
  @ApiOkResponse({ description: 'The delivery.', type: DeliveryDetailView })
  @Problems(404)
  async read(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
  ): Promise<Representation<DeliveryDetailView>> {
    const delivery = await this.deliveries.find(partner.id, id);
    return new Representation(DeliveryDetailView.of(delivery), tagOf(delivery));
  }

  @Post('retry')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Retry all that match',
    description:
      `Retries the deliveries that match the filters, newest first, at most ${MAX_RETRIED}. The filters are those of ` +
      'the list, in the query or in the body; at least one is required. Each delivery is retried as if on its own. Those ' +
      'that are being attempted are skipped, and so are those whose subscription is deleted or not active.',
  })
  @ApiBody({ type: RetryFilter, required: false })
  @ApiAcceptedResponse({ description: 'The attempts are being made.', type: RetriedDeliveriesView })
  @Problems(400, 413, 415)
  retryAll(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: RetryFilter,
    @Body() body: RetryFilter,
  ): Promise<RetriedDeliveriesView> {
    return this.deliveries.retryAll(partner.id, RetryFilter.merged(query, body));
  }

  @Post(':id/retry')
  @ApiParam(ID_PARAMETER)
  @HttpCode(202)
  @ApiOperation({
    summary: 'Retry a delivery now',
    description:
      'Brings a pending delivery forward, or makes one more attempt of an ended one, with the same body and ' +
      '`webhook-id`. Does not use up an automatic retry.',
  })
  @ApiAcceptedResponse({ description: 'The attempt is being made.', type: DeliveryView })
  @Problems(404, [409, '`subscription_not_live`: the subscription is deleted or not active.'])
  async retry(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
  ): Promise<DeliveryView> {
    return DeliveryView.of(await this.deliveries.retry(partner.id, id));
  }
}

function tagOf(delivery: DeliveryDetail): string {
  return `${deliveryId(delivery)}.${delivery.status}.${delivery.attemptCount}`;
}
