import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { memberDocs } from './email-template.dto.js';
import { snippetDocs } from './email-snippet.dto.js';
import type { SnippetUse } from './snippet-use.service.js';

const idDocs = { description: 'Its id.', type: 'integer', example: 1 } as const;

/** A template, without its text. */
@ApiSchema({ name: 'NamedTemplate' })
export class NamedTemplateView {
  @ApiProperty(idDocs)
  id: number;

  @ApiProperty(memberDocs.name)
  name: string | null;
}

/** A snippet, without its text. */
@ApiSchema({ name: 'NamedSnippet' })
export class NamedSnippetView {
  @ApiProperty(idDocs)
  id: number;

  @ApiProperty(snippetDocs.name)
  name: string;

  static of({ id, name }: NamedSnippetView): NamedSnippetView {
    return { id, name };
  }
}

/** The templates and snippets that include a snippet, directly or through others. Deleted ones are left out. */
@ApiSchema({ name: 'SnippetUsage' })
export class SnippetUsageView {
  @ApiProperty({ description: 'The templates, oldest first.', type: () => [NamedTemplateView] })
  templates: NamedTemplateView[];

  @ApiProperty({ description: 'The other snippets, oldest first.', type: () => [NamedSnippetView] })
  snippets: NamedSnippetView[];

  static of({ templates, snippets }: SnippetUse): SnippetUsageView {
    return {
      templates: templates.map(({ id, name }) => ({ id, name })),
      snippets: snippets.map((snippet) => NamedSnippetView.of(snippet)),
    };
  }
}
