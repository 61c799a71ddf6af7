import { SourceMap, type SourceSegment } from '../../rendering/domain/source-map.js';
import { TemplateSource } from '../../rendering/domain/template-source.js';
import type { EmailHeaders } from './email-headers.js';

/** A row of the function `assigned_email_template` (migration 0110). */
export interface AssignedTemplateRow extends EmailHeaders {
  readonly id: number;
  readonly type: string;
  readonly parser: string | null;
  /** With the texts of its snippets. */
  readonly data: string;
  readonly inlineStyles: boolean;
  /** Null for a template without snippets. */
  readonly segments: readonly SourceSegment[] | null;
}

/**
 * The template that a partner has for an email, and the headers that its assignment gives. That is the most specific
 * assignment whose template is not deleted: for company and language, for the company, for the language, for all.
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
