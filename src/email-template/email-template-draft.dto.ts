import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsArray } from 'class-validator';
import type { Problem } from '../shared/domain/errors.js';
import { InputProblemView } from '../shared/http/problems.js';
import { entityTag } from '../shared/http/representation.js';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import { type DraftSummary, draftTag, type EmailTemplateDraft } from './domain/email-template-draft.js';
import type { TemplateFields } from './domain/email-template.js';
import { EmailTemplateChangeBody, memberDocs } from './email-template.dto.js';

const timestamp = {
  type: 'string',
  format: 'date-time',
  readOnly: true,
  example: '2026-02-03T04:05:06.789Z',
} as const;
const errorsDocs = {
  description: 'Why the draft does not compile; empty if it does.',
  type: () => [InputProblemView],
  example: [],
};

/** A draft of an email template. */
@ApiSchema({ name: 'EmailTemplateDraft' })
export class EmailTemplateDraftView {
  @ApiProperty({ description: 'Id of the template.', type: 'integer', readOnly: true, example: 1 })
  id: number;

  @ApiProperty(memberDocs.name)
  name: string | null;

  @ApiProperty(memberDocs.type)
  type: string;

  @ApiProperty(memberDocs.parser)
  parser: string | null;

  @ApiProperty(memberDocs.data)
  data: string;

  @ApiProperty(memberDocs.inlineStyles)
  inlineStyles: boolean;

  @ApiProperty(errorsDocs)
  errors: readonly Problem[];

  @ApiProperty({ description: 'When it was created.', ...timestamp })
  createdAt: string;

  @ApiProperty({ description: 'When it was last changed.', ...timestamp })
  updatedAt: string;

  static of(draft: EmailTemplateDraft): EmailTemplateDraftView {
    const { templateId: id, name, type, parser, data, inlineStyles, errors } = draft;
    const dates = { createdAt: draft.createdAt.toISOString(), updatedAt: draft.updatedAt.toISOString() };
    return { id, name, type, parser, data, inlineStyles, errors, ...dates };
  }
}

/** A draft of an email template, without its text. */
@ApiSchema({ name: 'EmailTemplateDraftSummary' })
export class EmailTemplateDraftSummaryView {
  @ApiProperty({ description: 'Id of the template.', type: 'integer', example: 1 })
  templateId: number;

  @ApiProperty({
    description: 'The `ETag` of the draft. Send it as `If-Match` with a change.',
    type: 'string',
    example: '"draft.1.4"',
  })
  etag: string;

  @ApiProperty({
    description: 'Whether it compiles; if not, the draft lists its errors.',
    type: 'boolean',
    example: true,
  })
  compiles: boolean;

  @ApiProperty({ description: 'When it was last changed.', ...timestamp })
  updatedAt: string;

  static of(draft: DraftSummary): EmailTemplateDraftSummaryView {
    const { templateId, compiles, updatedAt } = draft;
    return { templateId, etag: entityTag(draftTag(draft)), compiles, updatedAt: updatedAt.toISOString() };
  }
}

/** A change of a draft. Absent members keep their values from the draft or, if there is none, from the template. */
@ApiSchema({ name: 'EmailTemplateDraftChange' })
export class EmailTemplateDraftBody extends EmailTemplateChangeBody {
  @ApiPropertyOptional({
    description: 'Ignored, so that you can send back a draft as you read it.',
    type: 'array',
    items: {},
    example: [],
  })
  @OptionalNotNull()
  @IsArray()
  errors?: readonly unknown[];

  get changes(): Partial<TemplateFields> {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }
}
