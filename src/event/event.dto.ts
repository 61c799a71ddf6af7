import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { eventTypes, reportedTypeNames } from './domain/event-types.js';
import { MAX_COMPANY_BYTES, MAX_COMPANY_ID, MAX_DATA_BYTES, MAX_EMAILS } from './domain/event-check.js';
import { emailRequestExample, emailRequestSchema } from './email-request-docs.js';

/** An event in a request. Only documents the route; domain/event-check.ts validates. */
@ApiSchema({ name: 'Event' })
export class EventRequest {
  @ApiPropertyOptional({
    description:
      'Your id of the event, at most 128 characters. An id is accepted once per company in 7 days.',
    type: 'string',
    minLength: 1,
    maxLength: 128,
    nullable: true,
    example: 'evt-1042',
  })
  id?: string | null;

  @ApiProperty({ description: 'The event type.', enum: reportedTypeNames, example: 'document.accepted' })
  type: string;

  @ApiProperty({
    description: 'Id of the document.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    example: '5f3a1c9e7b2d4c0012ab34cd',
  })
  typeId: string;

  @ApiProperty({
    description: 'Id of the company that acted.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_COMPANY_ID,
    example: 1,
  })
  companyId: number;

  @ApiPropertyOptional({
    description: 'When it happened; the present time by default.',
    type: 'string',
    format: 'date-time',
    nullable: true,
    example: '2026-02-03T04:05:06.789Z',
  })
  createdAt?: string | null;

  @ApiProperty({
    description: `The complete JSON object of the document, at most ${MAX_DATA_BYTES} bytes.`,
    type: 'object',
    additionalProperties: true,
    example: eventTypes['document.accepted'].sample,
  })
  data: Record<string, unknown>;

  @ApiPropertyOptional({
    description: `The sender company as its emails show it, at most ${MAX_COMPANY_BYTES} bytes. Its \`name\` is that of the sender.`,
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { name: 'Lindgren Kitchens' },
  })
  company?: Record<string, unknown> | null;

  @ApiPropertyOptional({
    description: 'The brand of the emails.',
    type: 'string',
    maxLength: 255,
    nullable: true,
    example: 'livery',
  })
  brand?: string | null;

  @ApiPropertyOptional({
    description: `Emails to recipients, at most ${MAX_EMAILS}. They are sent even if the company has no partner. A body may have at most 32 MiB, so send emails with large attachments in requests of their own.`,
    type: 'array',
    nullable: true,
    maxItems: MAX_EMAILS,
    items: emailRequestSchema,
    example: [emailRequestExample],
  })
  emails?: object[] | null;
}

/** The result for one event. */
@ApiSchema({ name: 'AcceptedEvent' })
export class AcceptedEventView {
  @ApiProperty({
    description: 'Your id, or the assigned one.',
    type: 'string',
    example: 'evt-1042',
  })
  id: string;

  @ApiProperty({
    description: 'Whether it was accepted before, so that nothing new follows.',
    type: 'boolean',
    example: false,
  })
  duplicate: boolean;

  @ApiProperty({
    description: 'Number of webhook subscriptions to which it is delivered.',
    type: 'integer',
    example: 1,
  })
  deliveries: number;

  @ApiProperty({ description: 'Number of emails that it sends.', type: 'integer', example: 1 })
  emails: number;
}

/** The answer to reported events, sent once they are durable. */
@ApiSchema({ name: 'AcceptedEvents' })
export class AcceptedEventsView {
  @ApiProperty({ description: 'In the order of the request.', type: () => [AcceptedEventView] })
  accepted: AcceptedEventView[];
}
