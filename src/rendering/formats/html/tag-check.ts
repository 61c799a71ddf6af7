import { FILLER } from '../shared/format.js';
import type { StartTag } from '../shared/tags.js';

/** An HTML name. Anything else in angle brackets is text or an expression. */
const PLAIN_NAME = /^[a-z][a-z0-9:-]*$/;
const TAG = /<[a-z/!]/i;

/** True if a tag may not be read as it is written. */
export function isDoubtful({ name, attributes }: StartTag): boolean {
  return (
    !PLAIN_NAME.test(name) ||
    [...attributes].some(
      ([attribute, value]) => attribute.includes('<') || (TAG.test(value) && value.includes('>')),
    )
  );
}

/** The certain fault of a doubtful tag; null if it may be meant as written. */
export function brokenTag(
  variant: string,
  { name, attributes, places, start }: StartTag,
): { readonly code: string; readonly message: string; readonly offset: number } | null {
  for (const [attribute, value] of attributes) {
    const place = places.get(attribute);
    // <% … %> gets a different warning.
    if (/^<(?!%)/.test(attribute) && !attribute.includes(FILLER)) {
      const message = `The tag <${name} has no end: write > before ${attribute}.`;
      return { code: 'unclosed_tag', message, offset: start };
    }
    if (place === undefined || !TAG.test(value)) continue;
    const quote = variant[place.valueStart - 1];
    const isQuoted = quote === '"' || quote === "'";
    // The value ends with the first quote of another attribute, or never.
    const isBeyond = /=\s*$/.test(value) || place.valueStart + value.length >= variant.length;
    if (isQuoted && isBeyond) {
      const message = `The value of ${attribute} is never closed: write ${quote} where it ends.`;
      return { code: 'unclosed_quote', message, offset: place.start };
    }
  }
  return null;
}
