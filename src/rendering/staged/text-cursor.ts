/** Begins a list of fonts, as MJML searches for them. */
export const FONT = 'font-family:';
const FONTS = /font-family:/gi;

/** A text that is being read, after the end of what was read before: tags and comments may be spread over several texts. */
export class TextCursor {
  private seen = '';
  private position = 0;
  /** The end of the next FONT and the next quote; Infinity for none, before the position if not known. */
  private fontAt = -1;
  private quoteAt = -1;

  get isAtEnd(): boolean {
    return this.position >= this.seen.length;
  }

  get character(): string {
    return this.seen[this.position] ?? '';
  }

  /** The last characters read, as many as FONT has. */
  get tail(): string {
    return this.seen.slice(Math.max(this.position - FONT.length, 0), this.position);
  }

  /** Goes on with a text that follows the last one. */
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

  /** Moves to the next `character`, or to the end, but not beyond what begins or ends a list of fonts. True if it moved. */
  skipTo(character: string, isInFonts: boolean): boolean {
    const { position, seen } = this;
    const found = seen.indexOf(character, position);
    const end = Math.min(found < 0 ? seen.length : found, isInFonts ? this.nextQuote() : this.nextFont());
    this.position = end;
    return end > position;
  }

  /** Searched once for many characters, so that a text takes time in proportion to its length. */
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
