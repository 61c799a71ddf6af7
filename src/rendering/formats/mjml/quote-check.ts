import type { MarkupPart } from '../shared/tags.js';

/** Matches in a value that extends to a quote of another tag, together with several lines or another attribute. */
const TAG = /<\/?mj/i;
const BEYOND = /\n|=$/;

/** Finds attributes whose quotes do not match, so that they swallow text. */
export function brokenQuotes(
  markup: string,
  { attributes, places }: MarkupPart & { readonly kind: 'open' },
): readonly { readonly offset: number; readonly message: string }[] {
  return [...attributes].flatMap(([name, value]) => {
    const { start = 0, valueStart = 0 } = places.get(name) ?? {};
    const before = markup[valueStart - 1];
    if (before === '"' || before === "'") {
      if (!BEYOND.test(value) || !TAG.test(value)) return [];
      return [
        { offset: start, message: `The value of ${name} is never closed: write ${before} where it ends.` },
      ];
    }
    const [quote] = /["']$/.exec(value) ?? [];
    if (quote === undefined) return [];
    return [
      { offset: start, message: `A quote is missing before the value of ${name}: write ${quote} there.` },
    ];
  });
}
