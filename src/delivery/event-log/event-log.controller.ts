import { Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPartner } from '../../partner/current-partner.js';
import { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import { PartnerController } from '../../partner/partner-controller.js';
import { NotFound } from '../../shared/domain/errors.js';
import { Page } from '../../shared/http/page.js';
import { Problems } from '../../shared/http/problems.js';
import { Representation } from '../../shared/http/representation.js';
import { subscribableTypes } from '../../webhook-subscription/domain/required-feature.js';
import { EventQuery, LoggedEventView } from './event-log.dto.js';
import { EventLogRepository } from './event-log.repository.js';

/** The event log of a partner's companies, whether the events were delivered or not. */
@ApiTags('Events')
@PartnerController('event')
export class EventLogController {
  constructor(private readonly events: EventLogRepository) {}

  @Get()
  @ApiOperation({
    summary: 'List events',
    description:
      'The events that were accepted while their company was attached to the partner, newest first. Test events ' +
      'are left out, and so are types that need a feature which the partner lacks. A page can be shorter than ' +
      '`limit`, even empty, and still have a `Link` to the next; only the last page has none.',
  })
  @ApiOkResponse({ description: 'The events.', type: [LoggedEventView] })
  @Problems(400)
  async list(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Query() query: EventQuery,
  ): Promise<Page<LoggedEventView>> {
    const filter = query.filterFor(subscribableTypes(partner));
    const { rows, next } = await this.events.list(partner.id, filter, query.limit);
    return Page.upTo(
      rows,
      next,
      ({ eventId }) => eventId,
      (event) => LoggedEventView.of(event),
    );
  }

  @Get(':id')
  @ApiParam({
    name: 'id',
    description: 'Id of the event, as the document service names it.',
    schema: { type: 'string', example: 'evt-1042' },
  })
  @ApiOperation({
    summary: 'Read an event',
    description: 'The newest event with this id, if the document service has used it again.',
  })
  @ApiOkResponse({ description: 'The event.', type: LoggedEventView })
  @Problems(404)
  async read(
    @CurrentPartner() partner: AuthenticatedPartner,
    @Param('id') id: string,
  ): Promise<Representation<LoggedEventView>> {
    const event = await this.events.find(partner.id, id, { visibleTypes: subscribableTypes(partner) });
    if (event === null) throw NotFound.of('event', id);
    return Representation.byContent(LoggedEventView.of(event));
  }
}
