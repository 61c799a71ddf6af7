import juice from 'juice';
import { RenderRefusal } from '../../domain/template-fault.js';
import type { MarkupCompiler } from '../format.js';
import { hasStyles, htmlRules } from './html-rules.js';
import { nestingWarnings } from './nesting-warnings.js';
import { styleLimitFault } from './style-limits.js';

/**
 * HTML whose styles are put into its elements, as many mail programs do not read style sheets; the sheets stay for what
 * cannot be put there, such as media queries. HTML without styles is sent as it is. This variant of juice reads no files
 * and fetches nothing.
 */
export const htmlCompiler: MarkupCompiler = {
  // Browsers and mail programs read any text as HTML, and what is wrong in strict HTML is often there on purpose.
  check: async () => [],

  warnings: async (template) => nestingWarnings(template),

  rules: htmlRules,

  async compile(markup) {
    if (!hasStyles(markup)) return markup;
    const limit = styleLimitFault(markup);
    if (limit !== null) throw new RenderRefusal('limit', limit);
    try {
      return juice(markup, { removeStyleTags: false, applyAttributesTableElements: false });
    } catch (error) {
      if (error instanceof RangeError) {
        const message = 'With this data the template is nested too deep.';
        throw new RenderRefusal('limit', { code: 'nesting_too_deep', message, offset: 0 });
      }
      const message = 'The styles of this template cannot be read.';
      throw new RenderRefusal('fault', { code: 'render_failed', message, offset: 0 });
    }
  },
};
