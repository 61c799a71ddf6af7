import { SourceMap, type SourceSegment } from '../../rendering/domain/source-map.js';
import { TemplateSource } from '../../rendering/domain/template-source.js';
import type { EmailHeaders } from './email-headers.js';

/** A row of the function `assigned_email_template` (migration 0110). */
export interface AssignedTemplateRow extends EmailHeaders {
  readonly id: number;
  readonly type: string;
  readonly parser: string | null;
  /** The text of the template with the texts of its snippets included. */
  readonly data: string;
  readonly inlineStyles: boolean;
  /** Null for a template without snippets. */
  readonly segments: readonly SourceSegment[] | null;
}

/**
 * The template that a partner has assigned to an email, with the headers of the assignment. Of the assignments whose
 * templates are not deleted, the most specific one applies: for company and language, company, language, or all emails.
 */
export class AssignedTemplate {
  private constructor(
    readonly id: number,
    readonly source: TemplateSource,
    readonly headers: EmailHeaders,
  ) {}

  static of({
    id,
    type,
    parser,
    data,
    inlineStyles,
    segments,
    ...headers
  }: AssignedTemplateRow): AssignedTemplate {
    const origins = segments === null ? null : new SourceMap(segments);
    return new AssignedTemplate(id, new TemplateSource(type, parser, data, inlineStyles, origins), headers);
  }
}
