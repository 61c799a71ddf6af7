import { ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { eventTypeNames } from '../event/domain/event-types.js';
import { NumberFromText } from '../shared/http/from-text.js';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { IsTimestamp } from '../shared/http/is-timestamp.js';
import { InvalidInput } from '../shared/domain/errors.js';
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
    return { ...filterOf(this), after: this.keyAfter(partnerId) };
  }

  private keyAfter(partnerId: number): DeliveryKey | undefined {
    if (this.cursor === undefined) return undefined;
    const key = deliveryKeyOf(partnerId, this.cursor);
    if (key === null) throw badCursor();
    return key;
  }
}

/** Which deliveries are to be retried: the filters of the list. */
@ApiSchema({ name: 'DeliveryFilter' })
export class RetryFilter extends OmitType(DeliveryQuery, ['limit', 'cursor', 'filterFor'] as const) {
  /**
   * The filter of a request that names its members in the query, in the body or in both, where the body's count.
   * @throws InvalidInput when it names none: that would retry everything there is
   */
  static merged(query: RetryFilter, body: RetryFilter): Omit<DeliveryFilter, 'after'> {
    const filter = { ...filterOf(query), ...given(filterOf(body)) };
    if (Object.keys(given(filter)).length > 0) return filter;
    const message = 'Name at least one filter, for example { "status": "failed" }.';
    throw new InvalidInput([{ pointer: '', code: 'required', message }]);
  }
}

type FilterMembers = Pick<
  DeliveryQuery,
  'subscriptionId' | 'status' | 'type' | 'typeId' | 'companyId' | 'since' | 'until'
>;

function filterOf(members: FilterMembers): Omit<DeliveryFilter, 'after'> {
  const { subscriptionId, status, type, typeId, companyId, since, until } = members;
  return {
    subscriptionId: subscriptionId ?? undefined,
    status: status ?? undefined,
    type: type ?? undefined,
    typeId: typeId ?? undefined,
    companyId: companyId ?? undefined,
    since: since ? new Date(since) : undefined,
    until: until ? new Date(until) : undefined,
  };
}

function given(filter: Omit<DeliveryFilter, 'after'>): Omit<DeliveryFilter, 'after'> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
