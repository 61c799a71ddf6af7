import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { type Language, languages } from '../rendering/domain/email-request.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { AbsentIfEmpty, NumberFromText } from '../shared/http/from-text.js';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import type { AssignmentTarget, EmailTemplateAssignment } from './domain/email-template-assignment.js';

const memberDocs = {
  kind: {
    description: 'The kind of email.',
    type: 'string',
    enum: [...emailKindNames],
    example: 'document',
  },
  templateId: {
    description: 'One of your email templates.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 1,
  },
  language: {
    description: 'Only emails in this language; null for any.',
    type: 'string',
    enum: [...languages],
    nullable: true,
    example: 'sv',
  },
  companyId: {
    description: 'Only emails of this company, one of yours; null for any.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    nullable: true,
    example: null,
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

const timestamp = {
  type: 'string',
  format: 'date-time',
  readOnly: true,
  example: '2026-02-03T04:05:06.789Z',
} as const;

/** An assignment as its partner sees it. */
@ApiSchema({ name: 'EmailTemplateAssignment' })
export class AssignmentView {
  @ApiProperty(memberDocs.kind)
  kind: string;

  @ApiProperty(memberDocs.templateId)
  templateId: number;

  @ApiProperty(memberDocs.language)
  language: string | null;

  @ApiProperty(memberDocs.companyId)
  companyId: number | null;

  @ApiProperty({ description: 'When it was made.', ...timestamp })
  createdAt: string;

  @ApiProperty({ description: 'When it was last given another template.', ...timestamp })
  updatedAt: string;

  static of({ kind, templateId, language, companyId, createdAt, updatedAt }: EmailTemplateAssignment) {
    const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    const view: AssignmentView = { kind, templateId, language, companyId, ...dates };
    return view;
  }
}

/** Which template stands in for the emails of the kind in the path. */
@ApiSchema({ name: 'EmailTemplateAssignmentChange' })
export class AssignmentBody {
  @ApiPropertyOptional({ ...memberDocs.kind, description: 'That of the path, if it is given.' })
  @OptionalNotNull()
  @IsIn(emailKindNames)
  kind?: string;

  @ApiProperty(memberDocs.templateId)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  templateId: number;

  @ApiPropertyOptional({ ...memberDocs.language, default: null })
  @IsOptional()
  @IsIn(languages)
  language?: Language | null;

  @ApiPropertyOptional({ ...memberDocs.companyId, default: null })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number | null;

  targetOf(kind: string): AssignmentTarget {
    return { kind, language: this.language ?? null, companyId: this.companyId ?? null };
  }
}

/** Which assignment of a kind is meant: the one with exactly this language and company, or without. */
export class AssignmentQuery {
  @ApiPropertyOptional({
    description: 'The language of the assignment, if it has one.',
    type: 'string',
    enum: [...languages],
    example: 'sv',
  })
  @IsOptional()
  @AbsentIfEmpty()
  @IsIn(languages)
  language?: Language;

  @ApiPropertyOptional({
    description: 'The company of the assignment, if it has one.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_ID,
    example: 7,
  })
  @IsOptional()
  @AbsentIfEmpty()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  companyId?: number;

  targetOf(kind: string): AssignmentTarget {
    return { kind, language: this.language ?? null, companyId: this.companyId ?? null };
  }
}
