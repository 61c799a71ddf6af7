import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { type Language, languages } from '../rendering/domain/email-request.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { AbsentIfEmpty, NumberFromText } from '../shared/http/from-text.js';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import { headerTemplateProblems, MAX_HEADER_TEMPLATE, replyAddressProblems } from './domain/email-headers.js';
import type {
  AssignmentChanges,
  AssignmentTarget,
  EmailTemplateAssignment,
} from './domain/email-template-assignment.js';

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
  subject: {
    description:
      'The subject of these emails, unless the event gives one. Handlebars with the variables of the kind, ' +
      'rendered as plain text; `{{subject}}` is the default subject. Null for the default subject.',
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: MAX_HEADER_TEMPLATE,
    example: 'Your offer from {{company.name}}',
  },
  fromName: {
    description:
      'The name in front of the sender’s address. Handlebars with the variables of the kind, rendered as plain text. ' +
      'Null for the name of the company.',
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: MAX_HEADER_TEMPLATE,
    example: '{{company.name}} via Acme Documents',
  },
  replyTo: {
    description: 'The address for replies, ASCII before the @; null for that of the sender.',
    type: 'string',
    nullable: true,
    minLength: 1,
    maxLength: 254,
    example: 'office@acme.example',
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

const timestamp = {
  type: 'string',
  format: 'date-time',
  readOnly: true,
  example: '2026-02-03T04:05:06.789Z',
} as const;

/** An assignment in the API. */
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

  @ApiProperty(memberDocs.subject)
  subject: string | null;

  @ApiProperty(memberDocs.fromName)
  fromName: string | null;

  @ApiProperty(memberDocs.replyTo)
  replyTo: string | null;

  @ApiProperty({ description: 'When it was created.', ...timestamp })
  createdAt: string;

  @ApiProperty({ description: 'When it was last changed.', ...timestamp })
  updatedAt: string;

  static of(assignment: EmailTemplateAssignment): AssignmentView {
    const { kind, templateId, language, companyId, subject, fromName, replyTo } = assignment;
    return {
      kind,
      templateId,
      language,
      companyId,
      subject,
      fromName,
      replyTo,
      createdAt: assignment.createdAt.toISOString(),
      updatedAt: assignment.updatedAt.toISOString(),
    };
  }
}

/** The template for the emails of the kind in the path. */
@ApiSchema({ name: 'EmailTemplateAssignmentChange' })
export class AssignmentBody {
  @ApiPropertyOptional({ ...memberDocs.kind, description: 'Must be the kind in the path, if you send it.' })
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

  @ApiPropertyOptional(memberDocs.subject)
  @IsOptional()
  @Satisfies(headerTemplateProblems)
  subject?: string | null;

  @ApiPropertyOptional(memberDocs.fromName)
  @IsOptional()
  @Satisfies(headerTemplateProblems)
  fromName?: string | null;

  @ApiPropertyOptional({ ...memberDocs.replyTo, format: 'email' })
  @IsOptional()
  @Satisfies(replyAddressProblems)
  replyTo?: string | null;

  targetOf(kind: string): AssignmentTarget {
    return { kind, language: this.language ?? null, companyId: this.companyId ?? null };
  }

  get changes(): AssignmentChanges {
    const { templateId, subject, fromName, replyTo } = this;
    return { templateId, subject, fromName, replyTo };
  }
}

/** The target of an assignment besides its kind. An absent member selects the assignment without it. */
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
