import { ApiProperty, ApiPropertyOptional, ApiSchema, PickType } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { NumberFromText } from '../shared/http/from-text.js';
import { AttemptView, EXAMPLE_ID } from './delivery.dto.js';
import type { SubscriptionAttempt } from './domain/delivery.js';
import { deliveryId } from './domain/delivery-key.js';

const DEFAULT_LIMIT = 60;
const MAX_LIMIT = 200;

/** How many of the last attempts to return. */
export class AttemptsQuery {
  @ApiPropertyOptional({
    description: 'How many attempts to return.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    example: 60,
  })
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;
}

/** One of a subscription's last attempts. */
@ApiSchema({ name: 'SubscriptionAttempt' })
export class SubscriptionAttemptView extends PickType(AttemptView, [
  'number',
  'trigger',
  'startedAt',
  'durationMs',
  'status',
  'error',
] as const) {
  @ApiProperty({ description: 'The delivery that was attempted.', type: 'string', example: EXAMPLE_ID })
  deliveryId: string;

  @ApiProperty({ description: 'Id of the document.', type: 'string', example: '5f3a1c9e7b2d4c0012ab34cd' })
  typeId: string;

  static of(attempt: SubscriptionAttempt): SubscriptionAttemptView {
    const { typeId, number, trigger, startedAt, durationMs, status, error } = attempt;
    return {
      deliveryId: deliveryId(attempt),
      typeId,
      number,
      trigger,
      startedAt: startedAt.toISOString(),
      durationMs,
      status,
      error,
    };
  }
}
