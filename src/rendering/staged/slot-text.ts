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

/** A value that was escaped for HTML as it reads in plain text. */
export function textOfSlot(value: string): string {
  const text = BLANKS.test(value) ? value.replace(/[ \t\r\n\f\u200B]+/g, ' ') : value;
  return text.includes('&')
    ? text.replace(REFERENCE, (reference) => REFERENCES[reference] ?? reference)
    : text;
}
