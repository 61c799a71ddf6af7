import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { languages } from '../rendering/domain/email-request.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { TemplateSource } from '../rendering/domain/template-source.js';
import { templateParserNames, templateTypeNames } from '../rendering/formats/formats.js';
import { Flag, JsonObject, Obeys, OneOf, Optional } from '../shared/http/rules.js';
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
  @Optional()
  @JsonObject()
  data?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional(kindDocs)
  @Optional()
  @OneOf(emailKindNames)
  kind?: string;

  @ApiPropertyOptional(languageDocs)
  @Optional()
  @OneOf(languages)
  language?: 'sv' | 'en';

  get trial(): Trial {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: this.data ?? {} };
  }
}

/** A template that is only looked at. */
@ApiSchema({ name: 'EmailTemplateValidation' })
export class ValidationBody {
  @ApiProperty(memberDocs.type)
  @OneOf(templateTypeNames)
  type: string;

  @ApiPropertyOptional({ ...memberDocs.parser, default: null })
  @Optional()
  @OneOf(templateParserNames, { nullable: true })
  parser?: string | null;

  @ApiProperty(memberDocs.data)
  @Obeys((value) => TemplateSource.dataProblems(value))
  data: string;

  @ApiPropertyOptional({ ...memberDocs.inlineStyles, default: true })
  @Optional()
  @Flag()
  inlineStyles?: boolean;

  @ApiPropertyOptional(kindDocs)
  @Optional()
  @OneOf(emailKindNames)
  kind?: string;

  @ApiPropertyOptional(languageDocs)
  @Optional()
  @OneOf(languages)
  language?: 'sv' | 'en';

  get source(): TemplateSource {
    return new TemplateSource(this.type, this.parser ?? null, this.data, this.inlineStyles ?? true);
  }

  get trial(): Trial {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: {} };
  }
}
