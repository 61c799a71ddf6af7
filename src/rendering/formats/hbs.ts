import type { TemplateParser } from './format.js';
import { costliestBlock } from './handlebars/expression-limits.js';

/** Handlebars with its own helpers `if`, `unless`, `each`, `with` and `lookup`; no partials, no decorators, no log. */
export const hbs: TemplateParser = {
  meaning: 'Handlebars.',

  costliest: costliestBlock,

  load: async () => (await import('./handlebars/handlebars-binder.js')).handlebarsBinder,
};
