import type { TemplateParser } from './shared/format.js';

/**
 * Creates a parser whose templates only print variables. `expression` must be global; its only group is the path of a
 * variable, with dots between names. Values are escaped, dangerous addresses are removed, and only the data's own
 * members are printed.
 */
export function printingParser({
  meaning,
  expression,
}: {
  /** For the documentation. */
  readonly meaning: string;
  readonly expression: RegExp;
}): TemplateParser {
  return {
    meaning,
    costliest: () => 0,

    firstExpression(data) {
      for (const { index } of data.matchAll(expression)) return index;
      return null;
    },

    async load() {
      const { PrintingBinder } = await import('./printing-binder.js');
      return new PrintingBinder(expression);
    },
  };
}
