import type { TemplateType } from './shared/format.js';

/** HTML, whose styles are put into its elements when it is rendered (docs/templates.md); nothing in it is refused. */
export const html: TemplateType = {
  meaning: '`data` is HTML.',
  inlinesStyles: true,

  async load(limits) {
    const { HtmlCompiler } = await import('./html/html-compiler.js');
    return new HtmlCompiler(limits);
  },
};
