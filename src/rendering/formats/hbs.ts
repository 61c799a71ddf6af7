import type { TemplateParser } from './shared/format.js';
import { costliestBlock } from './handlebars/expression-limits.js';
import { expressionsOf } from './handlebars/expressions.js';
import { helpers } from './handlebars/helpers.js';

/** Handlebars with the helpers of helpers.ts, without partials and decorators. `log` prints nothing and logs nothing. */
export const hbs: TemplateParser = {
  meaning:
    `Handlebars, with the helpers ${[...helpers.keys()].map((name) => `\`${name}\``).join(', ')}, ` +
    'which `GET /partner/emailKind` explains.',

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
