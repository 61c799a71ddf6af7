import type { MarkupPart } from '../shared/tags.js';

/** A value that goes on to a quote of another tag: it has tags in it, and several lines or the beginning of an attribute. */
const TAG = /<\/?mj/i;
const BEYOND = /\n|=$/;

/** Attributes whose quotes do not match, so that they take in text that was to be sent. */
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
