import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { eventTypeNames } from '../event/domain/event-types.js';
import { NumberFromText } from '../shared/http/from-text.js';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { IsTimestamp } from '../shared/http/is-timestamp.js';
import { badCursor, CURSOR_DOCS, PageQuery } from '../shared/http/page.js';
import { DELIVERY_ID, type DeliveryKey, deliveryKeyOf } from './domain/delivery-key.js';
import { type DeliveryFilter, deliveryStatuses, type DeliveryStatus } from './domain/delivery.js';

const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';

/** Which deliveries are asked for, and which page of them. */
export class DeliveryQuery extends PageQuery {
  @ApiPropertyOptional({
    ...CURSOR_DOCS,
    pattern: DELIVERY_ID.source,
    minLength: 31,
    maxLength: 31,
    example: 'msg_AZrFzV4XcAGkbR8D0Zr7GgAAAAc',
  })
  override cursor?: string;

  @ApiPropertyOptional({
    description: 'Only to this subscription.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 7,
  })
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  subscriptionId?: number;

  @ApiPropertyOptional({ description: 'Only in this state.', enum: deliveryStatuses, example: 'failed' })
  @IsOptional()
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus;

  @ApiPropertyOptional({
    description: 'Only of this event type.',
    enum: eventTypeNames,
    example: 'document.accepted',
  })
  @IsOptional()
  @IsIn(eventTypeNames)
  type?: string;

  @ApiPropertyOptional({
    description: 'Only about this document.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    example: '5f3a1c9e7b2d4c0012ab34cd',
  })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  typeId?: string;

  @ApiPropertyOptional({
    description: 'Only of events of this company.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 1,
  })
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number;

  @ApiPropertyOptional({
    description: 'Created at this time or later.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsOptional()
  @IsTimestamp()
  since?: string;

  @ApiPropertyOptional({
    description: 'Created before this time.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsOptional()
  @IsTimestamp()
  until?: string;

  /** @throws InvalidInput for a cursor that is not ours */
  filterFor(partnerId: number): DeliveryFilter {
    const { subscriptionId, status, type, typeId, companyId } = this;
    return {
      subscriptionId,
      status,
      type,
      typeId,
      companyId,
      since: this.since === undefined ? undefined : new Date(this.since),
      until: this.until === undefined ? undefined : new Date(this.until),
      after: this.keyAfter(partnerId),
    };
  }

  private keyAfter(partnerId: number): DeliveryKey | undefined {
    if (this.cursor === undefined) return undefined;
    const key = deliveryKeyOf(partnerId, this.cursor);
    if (key === null) throw badCursor();
    return key;
  }
}
