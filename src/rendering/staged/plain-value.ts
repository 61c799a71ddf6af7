/** Characters that are escaped, or that a parser or the inliner may treat specially. */
const SUSPICIOUS = '&<>"\'`=${';
/** For each ASCII character: 1 if it is suspicious, 2 if the next character decides. */
const FLAGS = new Uint8Array(128);
for (const character of SUSPICIOUS) FLAGS[character.charCodeAt(0)] = 1;
FLAGS['-'.charCodeAt(0)] = 2;
/** From here on, there are blanks that are trimmed, and one (U+200B) that only some parsers trim. */
const FIRST_RARE = 0x1680;
const LAST_BLANK_LATIN = 0xa0;
const BLANK = 0x20;
const LONGEST_TRUTH = 'false'.length;

/**
 * True if a value can be a slot in text and attributes unchanged. A fast equivalent of escaping, trimming and judging
 * it; if false, these must decide.
 */
export function isPlainValue(value: string): boolean {
  const { length } = value;
  if (length === 0 || isBlank(value.charCodeAt(0)) || isBlank(value.charCodeAt(length - 1))) return false;
  if (mayDecide(value)) return false;
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    if (code >= 128) {
      if (code <= LAST_BLANK_LATIN || code >= FIRST_RARE) return false;
    } else {
      const flag = FLAGS[code];
      if (flag === 1) return false;
      // The beginning of `-family`.
      if (flag === 2 && (value.charCodeAt(index + 1) | 0x20) === 0x66) return false;
    }
  }
  return true;
}

function isBlank(code: number): boolean {
  return code <= BLANK;
}

/** MJML treats `true`, `false` and addresses that begin with `mailto:` or `#` specially. */
function mayDecide(value: string): boolean {
  const first = value.charCodeAt(0) | 0x20;
  if (first === 0x23) return true;
  if (first === 0x6d) return value.includes(':');
  return value.length <= LONGEST_TRUTH && (first === 0x74 || first === 0x66);
}
