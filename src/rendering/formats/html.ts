import type { TemplateType } from './shared/format.js';

/** HTML, with styles inlined at rendering (docs/templates.md). Accepts any text. */
export const html: TemplateType = {
  meaning: '`data` is HTML.',
  inlinesStyles: true,

  async load(limits) {
    const { HtmlCompiler } = await import('./html/html-compiler.js');
    return new HtmlCompiler(limits);
  },
};
