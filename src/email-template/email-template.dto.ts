import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString } from 'class-validator';
import { MAX_TEMPLATE_BYTES, TemplateSource } from '../rendering/domain/template-source.js';
import {
  templateParserNames,
  templateParsers,
  templateTypeNames,
  templateTypes,
} from '../rendering/formats/formats.js';
import { MaxCharacters } from '../shared/http/max-characters.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import type { EmailTemplate, TemplateFields } from './domain/email-template.js';

const MAX_NAME_LENGTH = 255;

/** The descriptions of members that several views and bodies share. */
export const memberDocs = {
  name: {
    description: 'Your own name for the template.',
    type: 'string',
    nullable: true,
    maxLength: MAX_NAME_LENGTH,
    example: 'Document email, spring',
  },
  type: {
    description: `How \`data\` is marked up. ${meaningsOf(templateTypes)}`,
    enum: [...templateTypeNames],
    example: 'mjml',
  },
  parser: {
    description:
      `Binds variables and applies logic when the template is rendered. With null, \`{{…}}\` is ` +
      `literal text. ${meaningsOf(templateParsers)}`,
    enum: [...templateParserNames],
    nullable: true,
    example: 'hbs',
  },
  data: {
    description: `The template itself: 1 byte to ${MAX_TEMPLATE_BYTES / 1024} KiB of UTF-8.`,
    type: 'string',
    minLength: 1,
    example:
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hello ' +
      '{{clientFirstName}}</mj-text></mj-column></mj-section></mj-body></mjml>',
  },
  inlineStyles: {
    description:
      'Copies the rules of `<style>` into the elements they apply to, for mail clients that ignore style sheets. ' +
      'Only `html` templates can turn it off.',
    type: 'boolean',
    example: true,
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

const timestamp = { type: 'string', format: 'date-time', readOnly: true } as const;

/** An email template in the API. */
@ApiSchema({ name: 'EmailTemplate' })
export class EmailTemplateView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', readOnly: true, example: 1 })
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

  @ApiProperty({ description: 'When it was created.', ...timestamp, example: '2026-02-03T04:05:06.789Z' })
  createdAt: string;

  @ApiProperty({
    description: 'When it was last changed.',
    ...timestamp,
    example: '2026-02-03T04:05:06.789Z',
  })
  updatedAt: string;

  static of({
    id,
    name,
    type,
    parser,
    data,
    inlineStyles,
    createdAt,
    updatedAt,
  }: EmailTemplate): EmailTemplateView {
    const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return { id, name, type, parser, data, inlineStyles, ...dates };
  }
}

/** A new template. */
@ApiSchema({ name: 'NewEmailTemplate' })
export class NewEmailTemplateBody {
  @ApiPropertyOptional({ ...memberDocs.name, default: null })
  @IsOptional()
  @IsString()
  @MaxCharacters(MAX_NAME_LENGTH)
  name?: string | null;

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

  get fields(): TemplateFields {
    const { name = null, type, parser = null, data, inlineStyles = true } = this;
    return { name, type, parser, data, inlineStyles };
  }
}

/** A change of a template. Absent members do not change. */
@ApiSchema({ name: 'EmailTemplateChange' })
export class EmailTemplateChangeBody {
  @ApiPropertyOptional(memberDocs.name)
  @IsOptional()
  @IsString()
  @MaxCharacters(MAX_NAME_LENGTH)
  name?: string | null;

  @ApiPropertyOptional(memberDocs.type)
  @OptionalNotNull()
  @IsIn(templateTypeNames)
  type?: string;

  @ApiPropertyOptional(memberDocs.parser)
  @IsOptional()
  @IsIn(templateParserNames)
  parser?: string | null;

  @ApiPropertyOptional(memberDocs.data)
  @OptionalNotNull()
  @Satisfies((value) => TemplateSource.dataProblems(value))
  data?: string;

  @ApiPropertyOptional(memberDocs.inlineStyles)
  @OptionalNotNull()
  @IsBoolean()
  inlineStyles?: boolean;
}

function meaningsOf(formats: Readonly<Record<string, { readonly meaning: string }>>): string {
  return Object.entries(formats)
    .map(([name, { meaning }]) => `\`${name}\`: ${meaning}`)
    .join(' ');
}
