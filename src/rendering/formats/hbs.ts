import type { TemplateParser } from './format.js';
import { costliestBlock } from './handlebars/expression-limits.js';
import { expressionsOf } from './handlebars/expressions.js';

/** Handlebars with its own helpers `if`, `unless`, `each`, `with` and `lookup`; no partials, no decorators, no log. */
export const hbs: TemplateParser = {
  meaning: 'Handlebars.',

  costliest: costliestBlock,

  firstExpression(data) {
    for (const { start } of expressionsOf(data)) return start;
    return null;
  },

  async load(limits) {
    const { HandlebarsBinder } = await import('./handlebars/handlebars-binder.js');
    return new HandlebarsBinder(limits);
  },
};
