import { ApiProperty, ApiSchema } from '@nestjs/swagger';

/** OpenAPI of an email's `bounce`. */
export const BOUNCE = {
  description: 'Why it could not be delivered; null unless it bounced.',
  type: () => EmailBounceView,
  nullable: true,
  example: null,
} as const;

/** A receiver's report that it could not deliver an email. */
@ApiSchema({ name: 'EmailBounce' })
export class EmailBounceView {
  @ApiProperty({ description: 'The enhanced status code (RFC 3463).', type: 'string', example: '5.1.1' })
  status: string;

  @ApiProperty({
    description: 'The receiver’s words; at most 1,000 characters.',
    type: 'string',
    example: '550 5.1.1 The email account that you tried to reach does not exist.',
  })
  answer: string;

  @ApiProperty({
    description: 'When it was reported.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-03T04:05:06.789Z',
  })
  reportedAt: string;
}
