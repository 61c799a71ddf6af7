import type { RenderLimits } from '../../domain/render-limits.js';
import type { SourceFault } from '../../domain/template-fault.js';
import type { StagedSource } from '../../domain/template-source.js';
import type { CheckedTemplate, MarkupCompiler, RenderedMarkup, FlattenedTemplate } from '../shared/format.js';
import { hasStyles, htmlRules } from './html-rules.js';
import { inlineStyles } from './inliner/inline-styles.js';
import { BudgetExceeded } from './inliner/work-budget.js';
import { partsOf } from '../shared/tags.js';
import { nestingWarnings } from './nesting-warnings.js';

/** MJML sent as HTML would show its text without the layout. */
const IS_MJML = { code: 'wrong_type', message: 'This is MJML: set type to mjml.', offset: 0 };

/** HTML with styles inlined, or null and the reason why not. */
type InlinedMarkup =
  | { readonly html: string; readonly reason: null }
  | { readonly html: null; readonly reason: string };

/**
 * Inlines the styles of HTML, because many mail programs ignore style sheets (docs/templates.md). HTML without styles
 * is sent unchanged. Never fails: if styles cannot be inlined, the HTML is sent unchanged.
 */
export class HtmlCompiler implements MarkupCompiler {
  /**
   * The last compiled template, whose warnings are usually requested next. Avoids inlining twice, which may take long.
   */
  private last: { readonly digest: string; readonly reason: string | null } | null = null;

  constructor(private readonly limits: RenderLimits) {}

  // Browsers and mail programs accept any text as HTML, and deviations from strict HTML are often deliberate.
  check = async ({ data }: CheckedTemplate) => (isMjml(data) ? [IS_MJML] : []);

  warnings = async (template: FlattenedTemplate) => nestingWarnings(template);

  rules = htmlRules;

  async compile(markup: string, { inlineStyles: isWanted, digest }: StagedSource): Promise<string> {
    if (!isWanted || !hasStyles(markup)) return markup;
    const { html, reason } = this.inlined(markup);
    this.last = { digest, reason };
    // If inlining failed, the style sheets are still there, so send the email anyway.
    return html ?? markup;
  }

  renderWarnings({ markup, html }: RenderedMarkup, source: StagedSource): readonly SourceFault[] {
    // Changed HTML means that inlining succeeded.
    if (!source.inlineStyles || !hasStyles(markup) || html !== markup) return [];
    const { reason } = this.last?.digest === source.digest ? this.last : this.inlined(markup);
    if (reason === null) return [];
    const message = `The styles of this email are not inlined, because ${reason}: it is sent with its style sheets alone, which some mail programs do not read. Use fewer or simpler rules, or set inlineStyles to false.`;
    return [{ code: 'styles_not_inlined', message, offset: Math.max(source.data.search(/<style/i), 0) }];
  }

  private inlined(markup: string): InlinedMarkup {
    try {
      const html = inlineStyles(markup);
      // Markup added by inlining must not make an email too large.
      if (Buffer.byteLength(html) <= this.limits.outputBytes) return { html, reason: null };
      return { html: null, reason: 'it would become too large' };
    } catch (error) {
      // Other errors are stack overflows of the parser.
      return {
        html: null,
        reason: error instanceof BudgetExceeded ? error.message : 'its elements are nested too deep',
      };
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
