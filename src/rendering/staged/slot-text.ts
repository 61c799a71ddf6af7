const REFERENCES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x60;': '`',
  '&#x3D;': '=',
};
const REFERENCE = /&(?:amp|lt|gt|quot|#x27|#x60|#x3D);/g;
const BLANKS = /[\t\r\n\f\u200B]| {2}/;

/** Matches other character references, which need a parser for the whole HTML. */
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);)(?:#|[a-z]\w*;)/i;

/** True if an unescaped text contains references that `textOfSlot` does not resolve. */
export function holdsReferences(text: string): boolean {
  return text.includes('&') && OTHER_REFERENCE.test(text);
}

/** An escaped value as plain text. */
export function textOfSlot(value: string): string {
  const text = BLANKS.test(value) ? value.replace(/[ \t\r\n\f\u200B]+/g, ' ') : value;
  return text.includes('&')
    ? text.replace(REFERENCE, (reference) => REFERENCES[reference] ?? reference)
    : text;
}
