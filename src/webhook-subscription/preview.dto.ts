import { ApiProperty, ApiSchema, PickType } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import type { JsonObject } from '../event/domain/event.js';
import type { Preview } from './domain/preview.js';
import { NewSubscriptionBody } from './webhook-subscription.dto.js';

const sampleDocument = {
  id: '5f3a1c9e7b2d4c0012ab34cd',
  status: 'denied',
  companyId: 1,
  data: { name: 'Offer' },
};

/** A subscription to try out, and the document to try it on. */
@ApiSchema({ name: 'PreviewRequest' })
export class PreviewBody extends PickType(NewSubscriptionBody, [
  'type',
  'includePaths',
  'conditions',
] as const) {
  @ApiProperty({
    description: 'The complete JSON object of a document, as the service would be told it.',
    type: 'object',
    additionalProperties: true,
    example: sampleDocument,
  })
  @IsObject()
  document: JsonObject;
}

/** How one condition fared. */
@ApiSchema({ name: 'ConditionResult' })
export class ConditionResultView {
  @ApiProperty({ description: 'The key of the condition.', type: 'string', example: 'status' })
  path: string;

  @ApiProperty({
    description: 'The expected value, as it was given: any JSON value.',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
    nullable: true,
    example: 'accepted',
  })
  expected: unknown;

  @ApiProperty({
    description: 'The values found, in the order of the document; empty if the path is missing.',
    type: 'array',
    items: {},
    example: ['denied'],
  })
  found: readonly unknown[];

  @ApiProperty({
    description: 'Whether more was found than is shown: over 20 values, or over about 16 KiB.',
    type: 'boolean',
    example: false,
  })
  truncated: boolean;

  @ApiProperty({ description: 'Whether the condition is met.', type: 'boolean', example: false })
  matches: boolean;
}

/** What the subscription would make of the document. */
@ApiSchema({ name: 'Preview' })
export class PreviewView {
  @ApiProperty({
    description: 'Whether the document would trigger the subscription.',
    type: 'boolean',
    example: false,
  })
  matches: boolean;

  @ApiProperty({
    description: 'Each condition in the order given, with the values found at its path.',
    type: [ConditionResultView],
  })
  conditions: readonly ConditionResultView[];

  @ApiProperty({
    description:
      'The body that is sent if the document triggers the subscription. Values that only a real event has are made up: ' +
      "`sourceId` is 0, `createdAt` the present time, `typeId` and `companyId` the document's `id` and `companyId` " +
      'where it has them, else an empty string and 0.',
    type: 'object',
    additionalProperties: true,
    example: {
      type: 'document.accepted',
      typeId: sampleDocument.id,
      source: 'webhookSubscription',
      sourceId: 0,
      companyId: 1,
      createdAt: '2026-02-03T04:05:06.789Z',
      data: { status: 'denied' },
    },
  })
  body: JsonObject;

  static of({ matches, conditions, body }: Preview): PreviewView {
    return {
      matches,
      conditions: conditions.map(({ path, expected, found, truncated, matches: isMet }) => ({
        path,
        expected,
        found,
        truncated,
        matches: isMet,
      })),
      body,
    };
  }
}
