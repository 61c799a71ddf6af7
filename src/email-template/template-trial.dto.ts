import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsObject, IsOptional } from 'class-validator';
import { languages } from '../rendering/domain/email-request.js';
import { TemplateSource } from '../rendering/domain/template-source.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { templateParserNames, templateTypeNames } from '../rendering/formats/formats.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import type { Trial } from './domain/trial.js';
import { memberDocs } from './email-template.dto.js';

const kindDocs = {
  description:
    'The kind of email that the template is for. Its sample data fills in for data that is not given, and its variables are the known ones.',
  enum: [...emailKindNames],
  example: 'document',
} as const;

const languageDocs = {
  description: 'Of the sample data.',
  enum: [...languages],
  default: 'en',
  example: 'sv',
} as const;

/** What a test render binds. */
@ApiSchema({ name: 'EmailTemplateRender' })
export class RenderBody {
  @ApiPropertyOptional({
    description: 'The values of the variables. `year` is the current year where none is given.',
    type: 'object',
    additionalProperties: true,
    default: {},
    example: { clientFirstName: 'Ada', company: { name: 'Kitchen Works Ltd' } },
  })
  @OptionalNotNull()
  @IsObject()
  data?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional(kindDocs)
  @OptionalNotNull()
  @IsIn(emailKindNames)
  kind?: string;

  @ApiPropertyOptional(languageDocs)
  @OptionalNotNull()
  @IsIn(languages)
  language?: 'sv' | 'en';

  get trial(): Trial {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: this.data ?? {} };
  }
}

/** A template that is only looked at. */
@ApiSchema({ name: 'EmailTemplateValidation' })
export class ValidationBody {
  @ApiProperty(memberDocs.type)
  @IsIn(templateTypeNames)
  type: string;

  @ApiPropertyOptional({ ...memberDocs.parser, default: null })
  @IsOptional()
  @IsIn(templateParserNames)
  parser?: string | null;

  @ApiProperty(memberDocs.data)
  @Satisfies((value) => TemplateSource.dataProblems(value))
  data: string;

  @ApiPropertyOptional({ ...memberDocs.inlineStyles, default: true })
  @OptionalNotNull()
  @IsBoolean()
  inlineStyles?: boolean;

  @ApiPropertyOptional(kindDocs)
  @OptionalNotNull()
  @IsIn(emailKindNames)
  kind?: string;

  @ApiPropertyOptional(languageDocs)
  @OptionalNotNull()
  @IsIn(languages)
  language?: 'sv' | 'en';

  get source(): TemplateSource {
    return new TemplateSource(this.type, this.parser ?? null, this.data, this.inlineStyles ?? true);
  }

  get trial(): Trial {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: {} };
  }
}
