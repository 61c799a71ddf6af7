import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EmailTemplateVersion, VersionSummary } from './domain/email-template-version.js';
import { memberDocs } from './email-template.dto.js';

const numberDocs = {
  description: 'Rises with every change, with gaps: the last part of the `ETag` that the template had.',
  type: 'integer',
  example: 1,
} as const;
const createdAtDocs = {
  description: 'When this version was created.',
  type: 'string',
  format: 'date-time',
  example: '2026-02-03T04:05:06.789Z',
} as const;

/** A version of an email template, without its text. */
@ApiSchema({ name: 'EmailTemplateVersionSummary' })
export class EmailTemplateVersionSummaryView {
  @ApiProperty(numberDocs)
  number: number;

  @ApiProperty(memberDocs.name)
  name: string | null;

  @ApiProperty(memberDocs.type)
  type: string;

  @ApiProperty(memberDocs.parser)
  parser: string | null;

  @ApiProperty(memberDocs.inlineStyles)
  inlineStyles: boolean;

  @ApiProperty({ description: 'Size of `data` in UTF-8.', type: 'integer', example: 4711 })
  bytes: number;

  @ApiProperty(createdAtDocs)
  createdAt: string;

  static of({ number, name, type, parser, inlineStyles, bytes, createdAt }: VersionSummary) {
    const view: EmailTemplateVersionSummaryView = {
      number,
      name,
      type,
      parser,
      inlineStyles,
      bytes,
      createdAt: createdAt.toISOString(),
    };
    return view;
  }
}

/** A version of an email template. */
@ApiSchema({ name: 'EmailTemplateVersion' })
export class EmailTemplateVersionView {
  @ApiProperty(numberDocs)
  number: number;

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

  @ApiProperty(createdAtDocs)
  createdAt: string;

  static of({ number, name, type, parser, data, inlineStyles, createdAt }: EmailTemplateVersion) {
    const view: EmailTemplateVersionView = {
      number,
      name,
      type,
      parser,
      data,
      inlineStyles,
      createdAt: createdAt.toISOString(),
    };
    return view;
  }
}
