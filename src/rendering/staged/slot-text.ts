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

/** Anything else that stands for a character is left to who reads all of the HTML. */
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|#x27|#x60|#x3D);)(?:#|[a-z]\w*;)/i;

/** Whether a text of a template, or a value that is not escaped, reads otherwise in plain text than `textOfSlot` has it. */
export function holdsReferences(text: string): boolean {
  return text.includes('&') && OTHER_REFERENCE.test(text);
}

/** A value that was escaped for HTML as it reads in plain text. */
export function textOfSlot(value: string): string {
  const text = BLANKS.test(value) ? value.replace(/[ \t\r\n\f\u200B]+/g, ' ') : value;
  return text.includes('&')
    ? text.replace(REFERENCE, (reference) => REFERENCES[reference] ?? reference)
    : text;
}
