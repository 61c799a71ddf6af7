import { createHash } from 'node:crypto';
import { problem, type Problem } from '../../shared/domain/errors.js';
import type { SourceMap } from './source-map.js';

/** The most a template may hold, in bytes of UTF-8. */
export const MAX_TEMPLATE_BYTES = 256 * 1024;

/** A template as its author wrote it: how it is marked up, what binds its variables, and its text. */
export class TemplateSource {
  #digest: string | null = null;

  /**
   * `type` and `parser` are names of the registry (formats.ts); a null parser takes `{{…}}` literally. `inlineStyles`:
   * the styles of HTML are put into its elements.
   */
  constructor(
    readonly type: string,
    readonly parser: string | null,
    readonly data: string,
    readonly inlineStyles = true,
    /** The origin of its text, if it includes snippets. */
    readonly origins: SourceMap | null = null,
  ) {}

  /** Equal for equal templates and for no others. */
  get digest(): string {
    this.#digest ??= createHash('sha256')
      .update(JSON.stringify([this.type, this.parser, this.data, this.inlineStyles]))
      .digest('base64');
    return this.#digest;
  }

  equals(other: TemplateSource): boolean {
    return this.digest === other.digest;
  }

  /** Problems of a template's text, which must be a string of 1 byte to 256 KiB. */
  static dataProblems(data: unknown): readonly Problem[] {
    // Handlebars would run a syntax tree passed to it instead of text, with any code in it.
    if (typeof data !== 'string') return [problem('wrong_type', 'Must be a string.')];
    if (data === '') return [problem('too_short', 'Must not be empty.')];
    return Buffer.byteLength(data) > MAX_TEMPLATE_BYTES
      ? [problem('too_long', `Must have at most ${MAX_TEMPLATE_BYTES} bytes in UTF-8.`)]
      : [];
  }
}

/** A template as render threads get it. */
export type StagedSource = Pick<TemplateSource, 'type' | 'parser' | 'data' | 'inlineStyles' | 'digest'>;
