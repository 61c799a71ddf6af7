import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsTimestamp } from '../../shared/http/is-timestamp.js';
import { OptionalNotNull } from '../../shared/http/satisfies.js';
import { EXAMPLE_ID } from '../delivery.dto.js';

const EXAMPLE_TIME = '2026-02-03T04:05:06.789Z';

/** Selects the missed events to deliver. */
export class RecoverRequest {
  @ApiProperty({
    description: 'Events created at this time or later.',
    type: 'string',
    format: 'date-time',
    example: EXAMPLE_TIME,
  })
  @IsTimestamp()
  since: string;

  @ApiPropertyOptional({
    description: 'Events created before this time; the present time by default.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-04T00:00:00.000Z',
  })
  @OptionalNotNull()
  @IsTimestamp()
  until?: string;
}

/** The result of starting a recovery. */
@ApiSchema({ name: 'Recovery' })
export class RecoveredView {
  @ApiProperty({ description: 'Deliveries that are now being sent.', type: 'integer', example: 12 })
  deliveries: number;

  @ApiProperty({
    description:
      'The `since` of your next request, if there are more events than one request recovers; otherwise null.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: null,
  })
  resumeSince: string | null;
}

/** The delivery of a test event. */
@ApiSchema({ name: 'Test' })
export class TestView {
  @ApiProperty({
    description: 'Id of the delivery in the log.',
    type: 'string',
    example: EXAMPLE_ID,
  })
  deliveryId: string;
}
