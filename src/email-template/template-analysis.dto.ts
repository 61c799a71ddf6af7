import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { RenderReport } from '../rendering/domain/render-report.js';
import type { UsedVariable } from '../rendering/domain/used-variable.js';

const lineDocs = { description: 'Line in the template, from 1.', type: 'integer', example: 3 } as const;
const columnDocs = { description: 'Column in the template, from 1.', type: 'integer', example: 14 } as const;

const snippetDocs = {
  description: 'The snippet that contains line and column; absent if it is the template itself.',
  type: 'string',
  example: 'header',
} as const;

/** One place where a template uses a variable. */
@ApiSchema({ name: 'VariableUse' })
export class VariableUseView {
  @ApiProperty(lineDocs)
  line: number;

  @ApiProperty(columnDocs)
  column: number;

  @ApiProperty({
    description:
      'How it is used: printed escaped (`value`) or unescaped (`html`), tested (`condition`), or looped over (`list`).',
    type: 'string',
    enum: ['value', 'html', 'condition', 'list'],
    example: 'value',
  })
  as: string;

  @ApiPropertyOptional(snippetDocs)
  snippet?: string;
}

/** A variable that a template uses. */
@ApiSchema({ name: 'UsedVariable' })
export class UsedVariableView {
  @ApiProperty({
    description:
      'The path in the data of the template, also for variables used in blocks; `*` is each element of a list.',
    type: 'string',
    example: 'document.data.name',
  })
  path: string;

  @ApiProperty({ description: 'Everywhere it is used.', type: () => [VariableUseView] })
  uses: VariableUseView[];

  static of({ path, uses }: UsedVariable): UsedVariableView {
    return {
      path,
      uses: uses.map(({ line, column, as, snippet }) => ({
        line,
        column,
        as,
        ...(snippet !== undefined && { snippet }),
      })),
    };
  }
}

/** A warning about a part of a template that works, but not in every mail program or not as its author may expect. */
@ApiSchema({ name: 'TemplateWarning' })
export class TemplateWarningView {
  @ApiProperty({ description: 'Stable, in snake_case.', type: 'string', example: 'alt_missing' })
  code: string;

  @ApiProperty({
    description: 'The warning for people, with a suggestion.',
    type: 'string',
    example: 'This <mj-image> has no text for people who cannot see it: add alt="…" with what it shows.',
  })
  message: string;

  @ApiProperty(lineDocs)
  line: number;

  @ApiProperty(columnDocs)
  column: number;

  @ApiPropertyOptional(snippetDocs)
  snippet?: string;
}

const pathsDocs = { type: 'array', items: { type: 'string' } } as const;

/** The comparison of a template's variables with its data: paths as in `UsedVariable`. */
@ApiSchema({ name: 'ReportedVariables' })
export class ReportedVariablesView {
  @ApiProperty({
    description: 'All variables that the template uses.',
    ...pathsDocs,
    example: ['clientFirstName', 'link.href'],
  })
  used: readonly string[];

  @ApiProperty({
    description: 'Variables without a value in this render, even if the template works without them.',
    ...pathsDocs,
    example: ['clientFirstName'],
  })
  missing: readonly string[];

  @ApiProperty({
    description: 'Variables that no email of the kind has, or no email at all if no kind was given.',
    ...pathsDocs,
    example: ['clientFirstNme'],
  })
  unknown: readonly string[];
}

/** A rendered template, with its errors and warnings. */
@ApiSchema({ name: 'EmailTemplateReport' })
export class ReportView {
  @ApiProperty({ description: 'The HTML of the email.', type: 'string', example: '<!doctype html>…' })
  html: string;

  @ApiProperty({ description: 'The plain text of the email.', type: 'string', example: 'Hello Ada' })
  text: string;

  @ApiProperty({ description: 'Size of the HTML in UTF-8.', type: 'integer', example: 14336 })
  bytes: number;

  @ApiProperty({
    description: 'The first 100 warnings, in the order of the template.',
    type: () => [TemplateWarningView],
  })
  warnings: TemplateWarningView[];

  @ApiProperty({ description: 'The variables it uses.', type: () => ReportedVariablesView })
  variables: ReportedVariablesView;

  static of({ html, text, bytes, warnings, variables }: RenderReport): ReportView {
    const views = warnings.map(({ code, message, line, column, snippet }) => ({
      code,
      message,
      line,
      column,
      ...(snippet !== undefined && { snippet }),
    }));
    const { used, missing, unknown } = variables;
    return { html, text, bytes, warnings: views, variables: { used, missing, unknown } };
  }
}
