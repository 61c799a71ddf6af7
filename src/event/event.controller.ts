import { Body, HttpCode, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiExtraModels,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { InternalController } from '../partner/internal-controller.js';
import { ForbiddenContent } from '../shared/http/forbidden-content.js';
import { IsForwarded } from '../shared/http/forwarded-request.js';
import { Problems } from '../shared/http/problems.js';
import { MAX_EVENTS } from './domain/event-check.js';
import { AcceptedEventsView, EventRequest } from './event.dto.js';
import { EventService } from './event.service.js';

/** The route for reporting events. */
@ApiTags('Events')
@ApiExtraModels(EventRequest)
@InternalController('event')
export class EventController {
  constructor(private readonly events: EventService) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({
    summary: 'Report events',
    description: `One event or an array of up to ${MAX_EVENTS}. All are accepted, or none. An accepted event is never lost.`,
  })
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(EventRequest) },
        { type: 'array', minItems: 1, maxItems: MAX_EVENTS, items: { $ref: getSchemaPath(EventRequest) } },
      ],
    },
  })
  @ApiAcceptedResponse({
    description: 'The events, deliveries and emails are stored.',
    type: AcceptedEventsView,
  })
  @Problems(400, 413, 415, 503)
  async accept(@Body() body: unknown, @IsForwarded() isPart: boolean): Promise<AcceptedEventsView> {
    if (body instanceof ForbiddenContent) throw body.with(this.events.problemsIn(body.content));
    return { accepted: await this.events.accept(body, isPart) };
  }
}
