import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EmailSnippetVersion, SnippetVersionSummary } from './domain/email-snippet-version.js';
import { snippetDocs } from './email-snippet.dto.js';

const numberDocs = {
  description: 'Rises with every change, with gaps: the last part of the `ETag` that the snippet had.',
  type: 'integer',
  example: 1,
} as const;
const createdAtDocs = {
  description: 'When this version was created.',
  type: 'string',
  format: 'date-time',
  example: '2026-02-03T04:05:06.789Z',
} as const;

/** A version of a snippet, without its text. */
@ApiSchema({ name: 'EmailSnippetVersionSummary' })
export class EmailSnippetVersionSummaryView {
  @ApiProperty(numberDocs)
  number: number;

  @ApiProperty(snippetDocs.name)
  name: string;

  @ApiProperty(snippetDocs.type)
  type: string;

  @ApiProperty({ description: 'Size of `data` in UTF-8.', type: 'integer', example: 4711 })
  bytes: number;

  @ApiProperty(createdAtDocs)
  createdAt: string;

  static of({ number, name, type, bytes, createdAt }: SnippetVersionSummary) {
    const view: EmailSnippetVersionSummaryView = {
      number,
      name,
      type,
      bytes,
      createdAt: createdAt.toISOString(),
    };
    return view;
  }
}

/** A version of a snippet. */
@ApiSchema({ name: 'EmailSnippetVersion' })
export class EmailSnippetVersionView {
  @ApiProperty(numberDocs)
  number: number;

  @ApiProperty(snippetDocs.name)
  name: string;

  @ApiProperty(snippetDocs.type)
  type: string;

  @ApiProperty(snippetDocs.data)
  data: string;

  @ApiProperty(createdAtDocs)
  createdAt: string;

  static of({ number, name, type, data, createdAt }: EmailSnippetVersion) {
    const view: EmailSnippetVersionView = {
      number,
      name,
      type,
      data,
      createdAt: createdAt.toISOString(),
    };
    return view;
  }
}
