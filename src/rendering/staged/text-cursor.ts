/** The beginning of a font list, which MJML searches for. */
export const FONT = 'font-family:';
const FONTS = /font-family:/gi;

/** A position in consecutive texts, over which tags and comments may be spread. */
export class TextCursor {
  private seen = '';
  private position = 0;
  /** The end of the next FONT, and the next quote. Infinity if there is none; before the position if unknown. */
  private fontAt = -1;
  private quoteAt = -1;

  get isAtEnd(): boolean {
    return this.position >= this.seen.length;
  }

  get character(): string {
    return this.seen[this.position] ?? '';
  }

  /** The last characters read, as many as in FONT. */
  get tail(): string {
    return this.seen.slice(Math.max(this.position - FONT.length, 0), this.position);
  }

  /** Continues with the next text. */
  continueWith(text: string): void {
    const before = this.tail;
    this.seen = before + text;
    this.position = before.length;
    this.fontAt = -1;
    this.quoteAt = -1;
  }

  forget(): void {
    this.seen = '';
    this.position = 0;
    this.fontAt = -1;
    this.quoteAt = -1;
  }

  step(): void {
    this.position += 1;
  }

  /** Moves to the next `character` or the end, but not past the beginning or end of a font list. True if it moved. */
  skipTo(character: string, isInFonts: boolean): boolean {
    const { position, seen } = this;
    const found = seen.indexOf(character, position);
    const end = Math.min(found < 0 ? seen.length : found, isInFonts ? this.nextQuote() : this.nextFont());
    this.position = end;
    return end > position;
  }

  /** The next quote. Cached, so that reading a text takes linear time. */
  private nextQuote(): number {
    if (this.quoteAt < this.position) {
      const found = this.seen.indexOf('"', this.position);
      this.quoteAt = found < 0 ? Infinity : found;
    }
    return this.quoteAt;
  }

  private nextFont(): number {
    if (this.fontAt < this.position) {
      FONTS.lastIndex = Math.max(this.position - FONT.length + 1, 0);
      const found = FONTS.exec(this.seen);
      this.fontAt = found === null ? Infinity : found.index + FONT.length - 1;
    }
    return this.fontAt;
  }
}
