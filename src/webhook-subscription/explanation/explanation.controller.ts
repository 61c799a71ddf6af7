import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { Page, PageQuery } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { ExplanationView } from './explanation.dto.js';
import { ExplanationService } from './explanation.service.js';

/** Explains why an event triggered some subscriptions and not others. */
@ApiTags('Events')
@PartnerController('event/:id/explanation')
export class ExplanationController {
  constructor(private readonly explanations: ExplanationService) {}

  @Get()
  @ApiParam({
    name: 'id',
    description: 'Id of the event, as the document service names it.',
    schema: { type: 'string', example: 'evt-1042' },
  })
  @ApiOperation({
    summary: 'Explain what an event triggered',
    description:
      'For every subscription of the partner, also deleted ones: whether the event triggered it, and why not. A ' +
      'page can be shorter than `limit` and still have a `Link` to the next, because trying conditions on large ' +
      'documents takes time.',
  })
  @ApiOkResponse({ description: 'The subscriptions, oldest first.', type: [ExplanationView] })
  @Problems(400, 404)
  async explain(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
    @Query() { afterId, limit }: PageQuery,
  ): Promise<Page<ExplanationView>> {
    const { rows, next } = await this.explanations.page(partner, id, { afterId, limit });
    return Page.upTo(
      rows,
      next === null ? null : String(next),
      ({ subscriptionId }) => String(subscriptionId),
      (explained) => ExplanationView.of(explained),
    );
  }
}
