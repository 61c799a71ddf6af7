import type { RenderLimits } from '../../domain/render-limits.js';
import type { StagedSource } from '../../domain/template-source.js';
import type { CheckedTemplate, MarkupCompiler, ShownTemplate } from '../shared/format.js';
import { hasStyles, htmlRules } from './html-rules.js';
import { inlineStyles } from './inliner/inline-styles.js';
import { partsOf } from '../shared/tags.js';
import { nestingWarnings } from './nesting-warnings.js';

/** Mail programs would show its text without any of its layout. */
const IS_MJML = { code: 'wrong_type', message: 'This is MJML: set type to mjml.', offset: 0 };

/**
 * HTML whose styles are put into its elements, as many mail programs do not read style sheets (docs/templates.md). HTML
 * without styles is sent as it is. Compiling never fails: HTML whose styles cannot be inlined is sent without that.
 */
export class HtmlCompiler implements MarkupCompiler {
  constructor(private readonly limits: RenderLimits) {}

  // Browsers and mail programs read any text as HTML, and what is wrong in strict HTML is often there on purpose.
  check = async ({ data }: CheckedTemplate) => (isMjml(data) ? [IS_MJML] : []);

  warnings = async (template: ShownTemplate) => nestingWarnings(template);

  rules = htmlRules;

  async compile(markup: string, { inlineStyles: isWanted }: StagedSource): Promise<string> {
    if (!isWanted || !hasStyles(markup)) return markup;
    try {
      const made = inlineStyles(markup);
      // A template must not become too large by what its author did not write.
      return Buffer.byteLength(made) <= this.limits.outputBytes ? made : markup;
    } catch {
      // Too much work, or nested too deep for a parser. The style sheets are still there: no email is lost to this.
      return markup;
    }
  }
}

function isMjml(data: string): boolean {
  if (!/<mjml[\s>]/i.test(data)) return false;
  const first = partsOf(data).find(({ kind, start, end }) =>
    kind === 'text' ? data.slice(start, end).trim() !== '' : kind !== 'comment',
  );
  return first?.kind === 'open' && first.name === 'mjml';
}
