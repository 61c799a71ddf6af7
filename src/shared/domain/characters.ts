/** True if a text has more than `max` characters, counted as code points like in JSON Schema. */
export function hasMoreCharacters(text: string, max: number): boolean {
  return text.length > max && charactersOf(text, max + 1) > max;
}

/** Counts the characters of a text, up to `enough`. */
export function charactersOf(text: string, enough = Infinity): number {
  let count = 0;
  for (const _ of text) {
    if (count >= enough) break;
    count += 1;
  }
  return count;
}
