import { MAX_LINE } from './given-values.js';

/** Everything that could end a header line or change the direction of writing. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Reduces a rendered text to a header value: one trimmed line of at most 255 characters without control characters.
 * Null if nothing is left.
 */
export function headerLine(text: string): string | null {
  const line = text.replaceAll(NOT_IN_A_LINE, ' ').trim();
  if (line.length <= MAX_LINE) return line === '' ? null : line;
  const characters = Array.from(line);
  if (characters.length <= MAX_LINE) return line;
  return `${characters
    .slice(0, MAX_LINE - 1)
    .join('')
    .trimEnd()}…`;
}
