import { ApiPropertyOptional, ApiSchema, IntersectionType, PickType } from '@nestjs/swagger';
import { IsIn, IsObject } from 'class-validator';
import { languages } from '../rendering/domain/email-request.js';
import { TemplateSource } from '../rendering/domain/template-source.js';
import { emailKindNames } from '../rendering/emails/email-kinds.js';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import type { TestRender } from './domain/test-render.js';
import { NewEmailTemplateBody } from './email-template.dto.js';

/** The data of a test render. */
@ApiSchema({ name: 'EmailTemplateRender' })
export class RenderBody {
  @ApiPropertyOptional({
    description: 'The values of the variables. `year` is the current year by default.',
    type: 'object',
    additionalProperties: true,
    default: {},
    example: { clientFirstName: 'Ada', company: { name: 'Kitchen Works Ltd' } },
  })
  @OptionalNotNull()
  @IsObject()
  data?: Readonly<Record<string, unknown>>;

  @ApiPropertyOptional({
    description:
      'The kind of email that the template is for. Its sample data replaces data that you do not give, and its ' +
      'variables are the known ones.',
    enum: [...emailKindNames],
    example: 'document',
  })
  @OptionalNotNull()
  @IsIn(emailKindNames)
  kind?: string;

  @ApiPropertyOptional({
    description: 'Language of the sample data.',
    enum: [...languages],
    default: 'en',
    example: 'sv',
  })
  @OptionalNotNull()
  @IsIn(languages)
  language?: 'sv' | 'en';

  get testRender(): TestRender {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: this.data ?? {} };
  }
}

/** An unsaved template and the data to check it with. */
@ApiSchema({ name: 'EmailTemplateValidation' })
export class ValidationBody extends IntersectionType(
  PickType(NewEmailTemplateBody, ['type', 'parser', 'data', 'inlineStyles'] as const),
  PickType(RenderBody, ['kind', 'language'] as const),
) {
  @ApiPropertyOptional({
    description:
      'Values of variables, which override the sample data of the kind. (`data` is the template here.)',
    type: 'object',
    additionalProperties: true,
    default: {},
    example: { clientFirstName: 'Ada' },
  })
  @OptionalNotNull()
  @IsObject()
  values?: Readonly<Record<string, unknown>>;

  get source(): TemplateSource {
    return new TemplateSource(this.type, this.parser ?? null, this.data, this.inlineStyles ?? true);
  }

  get testRender(): TestRender {
    return { kind: this.kind ?? null, language: this.language ?? 'en', data: this.values ?? {} };
  }
}
