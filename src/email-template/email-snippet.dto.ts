import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions, ApiSchema } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MAX_TEMPLATE_BYTES, TemplateSource } from '../rendering/domain/template-source.js';
import { templateTypeNames } from '../rendering/formats/formats.js';
import { OptionalNotNull, Satisfies } from '../shared/http/satisfies.js';
import {
  type EmailSnippet,
  SNIPPET_NAME,
  type SnippetFields,
  snippetNameProblems,
} from './domain/email-snippet.js';

/** The descriptions of members that several views and bodies share. */
export const snippetDocs = {
  name: {
    description:
      'The unique name by which templates include the snippet: `{{> header}}`. Letters, digits, `_`, `$` and `-`, ' +
      'at most 100 characters.',
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: SNIPPET_NAME.source,
    example: 'header',
  },
  type: {
    description: 'How `data` is marked up. Only templates of the same type can include the snippet.',
    enum: [...templateTypeNames],
    example: 'mjml',
  },
  data: {
    description: `The text of the snippet, in handlebars: 1 byte to ${MAX_TEMPLATE_BYTES / 1024} KiB of UTF-8.`,
    type: 'string',
    minLength: 1,
    example: '<mj-section><mj-column><mj-text>{{company.name}}</mj-text></mj-column></mj-section>',
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

const timestamp = { type: 'string', format: 'date-time', readOnly: true } as const;

/** A snippet in the API. */
@ApiSchema({ name: 'EmailSnippet' })
export class EmailSnippetView {
  @ApiProperty({ description: 'Assigned by the service.', type: 'integer', readOnly: true, example: 1 })
  id: number;

  @ApiProperty(snippetDocs.name)
  name: string;

  @ApiProperty(snippetDocs.type)
  type: string;

  @ApiProperty(snippetDocs.data)
  data: string;

  @ApiProperty({ description: 'When it was created.', ...timestamp, example: '2026-02-03T04:05:06.789Z' })
  createdAt: string;

  @ApiProperty({
    description: 'When it was last changed.',
    ...timestamp,
    example: '2026-02-03T04:05:06.789Z',
  })
  updatedAt: string;

  static of({ id, name, type, data, createdAt, updatedAt }: EmailSnippet): EmailSnippetView {
    const dates = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return { id, name, type, data, ...dates };
  }
}

/** A new snippet. */
@ApiSchema({ name: 'NewEmailSnippet' })
export class NewEmailSnippetBody {
  @ApiProperty(snippetDocs.name)
  @Satisfies((value) => snippetNameProblems(value))
  name: string;

  @ApiProperty(snippetDocs.type)
  @IsIn(templateTypeNames)
  type: string;

  @ApiProperty(snippetDocs.data)
  @Satisfies((value) => TemplateSource.dataProblems(value))
  data: string;

  get fields(): SnippetFields {
    const { name, type, data } = this;
    return { name, type, data };
  }
}

/** A change of a snippet. Absent members do not change. */
@ApiSchema({ name: 'EmailSnippetChange' })
export class EmailSnippetChangeBody {
  @ApiPropertyOptional(snippetDocs.name)
  @OptionalNotNull()
  @Satisfies((value) => snippetNameProblems(value))
  name?: string;

  @ApiPropertyOptional(snippetDocs.type)
  @OptionalNotNull()
  @IsIn(templateTypeNames)
  type?: string;

  @ApiPropertyOptional(snippetDocs.data)
  @OptionalNotNull()
  @Satisfies((value) => TemplateSource.dataProblems(value))
  data?: string;
}
