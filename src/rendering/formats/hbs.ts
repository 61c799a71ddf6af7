import type { TemplateParser } from './shared/format.js';
import { costliestBlock } from './handlebars/expression-limits.js';
import { expressionsOf } from './handlebars/expressions.js';
import { helpers } from './handlebars/helpers.js';
import { expandSnippets } from './handlebars/expand-snippets.js';
import { includesSnippets, snippetNamesIn } from './handlebars/snippet-references.js';

/** Handlebars with the helpers of helpers.ts and snippets as partials, without decorators. `log` does nothing. */
export const hbs: TemplateParser = {
  meaning:
    `Handlebars, with the helpers ${[...helpers.keys()].map((name) => `\`${name}\``).join(', ')}, ` +
    'which `GET /partner/emailKind` explains.',

  costliest: costliestBlock,

  firstExpression(data) {
    for (const { start } of expressionsOf(data)) return start;
    return null;
  },

  snippets: { isUsedIn: includesSnippets, namesIn: snippetNamesIn, expand: expandSnippets },

  async load(limits) {
    const { HandlebarsBinder } = await import('./handlebars/handlebars-binder.js');
    return new HandlebarsBinder(limits);
  },
};
