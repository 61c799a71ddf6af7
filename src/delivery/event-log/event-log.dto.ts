import { ApiProperty, ApiPropertyOptional, ApiSchema, IntersectionType, PickType } from '@nestjs/swagger';
import { eventTypeNames } from '../../event/domain/event-types.js';
import { badCursor, CURSOR_DOCS, PageQuery } from '../../shared/http/page.js';
import { TIME_ORDERED_ID } from '../../shared/domain/time-ordered-id.js';
import { DeliveryQuery } from '../delivery-query.dto.js';
import { DeliveryView } from '../delivery.dto.js';
import type { EventFilter, LoggedEventDetail } from '../domain/logged-event.js';

const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';
const EXAMPLE_CURSOR = '01956b3c-8a10-7cc3-8d2f-5d0c4a9e1f00';

/** The filters and the page of a list of events. */
export class EventQuery extends IntersectionType(
  PickType(PageQuery, ['limit', 'cursor'] as const),
  PickType(DeliveryQuery, ['type', 'typeId', 'companyId', 'since', 'until'] as const),
) {
  @ApiPropertyOptional({
    ...CURSOR_DOCS,
    pattern: TIME_ORDERED_ID.source,
    minLength: 36,
    maxLength: 36,
    example: EXAMPLE_CURSOR,
  })
  override cursor?: string;

  /** @throws InvalidInput for an invalid cursor */
  filterFor(visibleTypes: readonly string[]): EventFilter {
    const { type, typeId, companyId, since, until, cursor } = this;
    if (cursor !== undefined && !TIME_ORDERED_ID.test(cursor)) throw badCursor();
    return {
      type,
      typeId,
      companyId,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
      after: cursor,
      visibleTypes,
    };
  }
}

/** An event of one of the partner's companies. */
@ApiSchema({ name: 'LoggedEvent' })
export class LoggedEventView {
  @ApiProperty({
    description: 'Id of the event, as the document service names it; the `eventId` of its deliveries.',
    type: 'string',
    example: 'evt-1042',
  })
  id: string;

  @ApiProperty({ description: 'The event type.', enum: eventTypeNames, example: 'document.accepted' })
  type: string;

  @ApiProperty({ description: 'Id of the document.', type: 'string', example: '5f3a1c9e7b2d4c0012ab34cd' })
  typeId: string;

  @ApiProperty({ description: 'Id of the company that acted.', type: 'integer', example: 1 })
  companyId: number;

  @ApiProperty({
    description: 'When it happened, as in the body of its deliveries.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  createdAt: string;

  @ApiProperty({
    description: 'The whole document.',
    type: 'object',
    additionalProperties: true,
    example: { id: '5f3a1c9e7b2d4c0012ab34cd', status: 'accepted' },
  })
  data: unknown;

  @ApiProperty({
    description:
      'Its deliveries, those to the newest subscriptions first; empty if no subscription matched. At most 2,000.',
    type: [DeliveryView],
  })
  deliveries: readonly DeliveryView[];

  static of({
    key,
    type,
    typeId,
    companyId,
    createdAt,
    json,
    deliveries,
  }: LoggedEventDetail): LoggedEventView {
    return {
      id: key,
      type,
      typeId,
      companyId,
      createdAt: createdAt.toISOString(),
      data: JSON.parse(json),
      deliveries: deliveries.map((delivery) => DeliveryView.of(delivery)),
    };
  }
}
