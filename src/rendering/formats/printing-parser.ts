import type { TemplateParser } from './shared/format.js';

/**
 * A parser whose templates print variables and do nothing else. `expression` is global and case-insensitive or not; its
 * only group is the path of a variable, with dots between the names. Values are escaped, addresses in them are judged,
 * and only the data's own members are printed.
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
