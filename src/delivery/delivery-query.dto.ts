import { ApiPropertyOptional, ApiSchema, OmitType } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { eventTypeNames } from '../event/domain/event-types.js';
import { LogQuery } from '../queue/log/log-query.dto.js';
import { InvalidInput, problem } from '../shared/domain/errors.js';
import { NumberFromText } from '../shared/http/from-text.js';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { badCursor, CURSOR_DOCS } from '../shared/http/page.js';
import { DELIVERY_ID, type DeliveryKey, deliveryKeyOf } from './domain/delivery-key.js';
import { type DeliveryFilter, deliveryStatuses, type DeliveryStatus } from './domain/delivery.js';

/** The filters and the page of a list of deliveries. */
export class DeliveryQuery extends LogQuery {
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

  @ApiPropertyOptional({ description: 'Only with this status.', enum: deliveryStatuses, example: 'failed' })
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

  /** @throws InvalidInput for an invalid cursor */
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

/** Selects deliveries to retry or to count, with the filters of the list. */
@ApiSchema({ name: 'DeliveryFilter' })
export class RetryFilter extends OmitType(DeliveryQuery, ['limit', 'cursor', 'filterFor'] as const) {
  get filter(): Omit<DeliveryFilter, 'after'> {
    return filterOf(this);
  }

  /**
   * Merges the filters in the query and in the body; the body wins.
   * @throws InvalidInput if there is no filter, since that would retry everything
   */
  static merged(query: RetryFilter, body: RetryFilter): Omit<DeliveryFilter, 'after'> {
    const filter = { ...filterOf(query), ...given(filterOf(body)) };
    if (Object.keys(given(filter)).length > 0) return filter;
    const message = 'Name at least one filter, for example { "status": "failed" }.';
    throw new InvalidInput([problem('required', message)]);
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
