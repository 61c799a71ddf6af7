import { ApiProperty, ApiPropertyOptional, ApiSchema, PickType } from '@nestjs/swagger';
import { IsInt, IsString, Max, Min, MinLength } from 'class-validator';
import type { JsonObject } from '../event/domain/event.js';
import { problem, type Problem } from '../shared/domain/errors.js';
import { isObject } from '../shared/domain/is-object.js';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import { ConditionResultView } from './condition-result.dto.js';
import type { Preview } from './domain/preview.js';
import type { PastPreview } from './preview.service.js';
import { NewSubscriptionBody } from './webhook-subscription.dto.js';

const MAX_LAST = 1_000;

const sampleDocument = {
  id: '5f3a1c9e7b2d4c0012ab34cd',
  status: 'denied',
  companyId: 1,
  data: { name: 'Offer' },
};

const tried = {
  type: 'document.denied',
  includePaths: ['id', 'status'],
  conditions: { status: 'denied' },
};

/** Example requests, one for each of the members that name what to try the subscription on. */
export const PREVIEW_EXAMPLES = {
  document: { value: { ...tried, document: sampleDocument } },
  pastEvents: { value: { ...tried, last: 100 } },
};

/** A subscription to try out, and the document to try it on. */
@ApiSchema({ name: 'PreviewRequest' })
export class PreviewBody extends PickType(NewSubscriptionBody, [
  'type',
  'includePaths',
  'conditions',
] as const) {
  @ApiPropertyOptional({
    description: 'The complete JSON object of a document, as the document service would report it.',
    type: 'object',
    additionalProperties: true,
    example: sampleDocument,
  })
  @Satisfies(documentProblems, { evenIfAbsent: true })
  document?: JsonObject;

  @ApiPropertyOptional({
    description:
      'In place of `document`: the id of an event in the log, of any type, whose document is used.',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    example: 'accept-5f3a1c9e7b2d4c0012ab34cd',
  })
  @OptionalNotNull()
  @IsString()
  @MinLength(1)
  @MaxCharacters(255)
  eventId?: string;

  @ApiPropertyOptional({
    description:
      'In place of `document`: the number of newest events of the type to try, with at most 64 MiB of documents.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LAST,
    example: 100,
  })
  @OptionalNotNull()
  @IsInt()
  @Min(1)
  @Max(MAX_LAST)
  last?: number;
}

function documentProblems(document: unknown, { eventId, last }: Partial<PreviewBody>): readonly Problem[] {
  const isAlone = eventId === undefined && last === undefined;
  if (document === undefined && isAlone)
    return [problem('required', 'Is required, unless eventId or last is given.')];
  if (!isAlone && (document !== undefined || (eventId !== undefined && last !== undefined)))
    return [problem('not_allowed', 'Give one of document, eventId and last.')];
  if (document === undefined || isObject(document)) return [];
  return [problem('wrong_type', 'Must be an object.')];
}

/** The result of the subscription for the newest events of its type. */
@ApiSchema({ name: 'PastPreview' })
export class PastPreviewView {
  @ApiProperty({ description: 'How many of the events match.', type: 'integer', example: 12 })
  matched: number;

  @ApiProperty({
    description: 'How many events were tried: fewer than `last` if there are fewer.',
    type: 'integer',
    example: 1000,
  })
  of: number;

  @ApiProperty({
    description: 'The newest events that match, at most ten.',
    type: [String],
    example: ['evt-1042'],
  })
  examples: readonly string[];

  static of({ matched, of, examples }: PastPreview): PastPreviewView {
    return { matched, of, examples };
  }
}

/** A warning about a valid but probably unintended member. */
@ApiSchema({ name: 'SubscriptionWarning' })
export class SubscriptionWarningView {
  @ApiProperty({
    description: 'JSON Pointer (RFC 6901) into the request.',
    type: 'string',
    format: 'json-pointer',
    example: '/conditions/status/in',
  })
  pointer: string;

  @ApiProperty({ description: 'Stable, in snake_case.', type: 'string', example: 'operator_without_dollar' })
  code: string;

  @ApiProperty({
    description: 'What the input means, and what you may have meant.',
    type: 'string',
    example: 'Is compared with an object that has the member "in". The operator is written $in.',
  })
  message: string;
}

/** The result of the subscription for the document. */
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
    description: 'The include paths that select nothing of the document.',
    type: [String],
    example: ['data.nmae'],
  })
  emptyPaths: readonly string[];

  @ApiProperty({
    description:
      'Input that is valid but probably not meant. `operator_without_dollar`: the name of an operator without ' +
      '`$`, taken for a member. `misplaced_operator`: an operator that is not directly in the value of a path, ' +
      'taken for a member. `other_path_notation`: a path in the notation of JSONPath, JSON Pointer or programs, ' +
      'taken for names.',
    type: [SubscriptionWarningView],
  })
  warnings: readonly SubscriptionWarningView[];

  @ApiProperty({
    description:
      'The body that is sent if the document triggers the subscription. Values that only a real event has are placeholders: ' +
      "`sourceId` is 0, `createdAt` the present time, `typeId` and `companyId` the document's `id` and `companyId`, " +
      'or an empty string and 0.',
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

  static of({ matches, conditions, emptyPaths, warnings, body }: Preview): PreviewView {
    return {
      matches,
      conditions: conditions.map((result) => ConditionResultView.of(result)),
      emptyPaths,
      warnings: warnings.map(({ pointer, code, message }) => ({
        pointer,
        code,
        message,
      })),
      body,
    };
  }
}
