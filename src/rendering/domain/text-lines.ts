/** A position in a text: line and column, both from 1. Columns count UTF-16 units. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
}

/** The lines of a text, ended by LF, CR LF or CR like in Handlebars. */
export class TextLines {
  private found: readonly number[] | null = null;

  constructor(private readonly text: string) {}

  /** Where each line starts. Computed lazily, because most texts are never asked. */
  private get starts(): readonly number[] {
    this.found ??= [0, ...Array.from(this.text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length)];
    return this.found;
  }

  /** The location of an offset. Offsets outside the text count as its nearest end. */
  locationOf(offset: number): SourceLocation {
    const inside = Math.min(Math.max(offset, 0), this.text.length);
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.startOf(middle) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - this.startOf(low) + 1 };
  }

  /** The offset of a location. A line that does not exist counts as the last one. */
  offsetOf({ line, column }: SourceLocation): number {
    return Math.min(this.startOf(Math.min(line, this.starts.length) - 1) + column - 1, this.text.length);
  }

  private startOf(index: number): number {
    return this.starts[index] ?? 0;
  }
}
