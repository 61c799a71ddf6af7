/** True if a text has more than `max` characters, counted as code points like JSON Schema, not as UTF-16 units. */
export function hasMoreCharacters(text: string, max: number): boolean {
  return text.length > max && charactersOf(text, max + 1) > max;
}

/** How many characters there are; stops counting at `enough`. */
export function charactersOf(text: string, enough = Infinity): number {
  let count = 0;
  for (const _ of text) {
    if (count >= enough) break;
    count += 1;
  }
  return count;
}
