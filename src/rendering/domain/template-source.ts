import { createHash } from 'node:crypto';
import { problem, type Problem } from '../../shared/domain/errors.js';
import type { SourceMap } from './source-map.js';

/** The most bytes of a template, in UTF-8. */
export const MAX_TEMPLATE_BYTES = 256 * 1024;

/** A template as its author wrote it: type, parser and text. */
export class TemplateSource {
  #digest: string | null = null;

  /**
   * @param type a name in formats.ts
   * @param parser a name in formats.ts; null to take `{{…}}` literally
   * @param inlineStyles whether style sheets of HTML are inlined into elements
   */
  constructor(
    readonly type: string,
    readonly parser: string | null,
    readonly data: string,
    readonly inlineStyles = true,
    /** The origin of its text, if it includes snippets. */
    readonly origins: SourceMap | null = null,
  ) {}

  /** A digest that identifies the template. */
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
    // Never accept other types: Handlebars would execute a syntax tree that is passed to it instead of text.
    if (typeof data !== 'string') return [problem('wrong_type', 'Must be a string.')];
    if (data === '') return [problem('too_short', 'Must not be empty.')];
    return Buffer.byteLength(data) > MAX_TEMPLATE_BYTES
      ? [problem('too_long', `Must have at most ${MAX_TEMPLATE_BYTES} bytes in UTF-8.`)]
      : [];
  }
}

/** What render threads get of a template. */
export type StagedSource = Pick<TemplateSource, 'type' | 'parser' | 'data' | 'inlineStyles' | 'digest'>;
