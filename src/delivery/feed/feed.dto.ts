import { ApiProperty, ApiPropertyOptional, ApiSchema, PickType } from '@nestjs/swagger';
import { IsOptional, IsString } from 'class-validator';
import { eventTypeNames } from '../../event/domain/event-types.js';
import { MaxCharacters } from '../../shared/http/max-characters.js';
import { PageQuery } from '../../shared/http/page.js';
import { timeOf } from '../../shared/domain/time-ordered-id.js';
import { DELIVERY_ID, deliveryId } from '../domain/delivery-key.js';
import { EXAMPLE_ID } from '../delivery.dto.js';
import type { FeedEntry } from './feed.repository.js';

const ID_LENGTH = 31;

/** Selects a part of a feed. */
export class FeedQuery extends PickType(PageQuery, ['limit'] as const) {
  @ApiPropertyOptional({
    description:
      'The `id` of the last entry that you have; without it, the list begins with the oldest entry.',
    type: 'string',
    pattern: DELIVERY_ID.source,
    minLength: ID_LENGTH,
    maxLength: ID_LENGTH,
    example: EXAMPLE_ID,
  })
  @IsOptional()
  @IsString()
  @MaxCharacters(ID_LENGTH)
  after?: string;
}

/** A delivery in a feed. */
@ApiSchema({ name: 'FeedEntry' })
export class FeedEntryView {
  @ApiProperty({ description: 'The `webhook-id`.', type: 'string', example: EXAMPLE_ID })
  id: string;

  @ApiProperty({
    description: 'When it entered the feed.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-03T04:05:06.789Z',
  })
  timestamp: string;

  @ApiProperty({ description: 'The event type.', enum: eventTypeNames, example: 'document.accepted' })
  type: string;

  @ApiProperty({
    description: 'Whether it is a test.',
    type: 'boolean',
    example: false,
  })
  isTest: boolean;

  @ApiProperty({
    description: 'The body exactly as sent: a JSON object as text.',
    type: 'string',
    example:
      '{"type":"document.accepted","typeId":"5f3a1c9e7b2d4c0012ab34cd","source":"webhookSubscription","sourceId":7,"companyId":1,"createdAt":"2026-02-03T04:05:06.789Z","data":{}}',
  })
  body: string;

  static of({ eventId, place, type, isTest, body }: FeedEntry, subscriptionId: number): FeedEntryView {
    const id = deliveryId({ eventId, subscriptionId });
    return { id, timestamp: new Date(timeOf(place)).toISOString(), type, isTest, body };
  }
}
