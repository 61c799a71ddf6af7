const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;

/** Reads an answer's body up to a bound and keeps its beginning; whatever it is encoded in is kept as it came. */
export class AnswerReader {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private readBytes = 0;

  /** Takes the next piece; false when no more is wanted. */
  add(chunk: Buffer): boolean {
    const room = MAX_KEPT_BYTES - this.keptBytes;
    if (room > 0) {
      // Copied, because the piece is a window into memory that the client uses again.
      const piece = Buffer.from(chunk.subarray(0, room));
      this.kept.push(piece);
      this.keptBytes += piece.length;
    }
    this.readBytes += chunk.length;
    return this.readBytes <= MAX_READ_BYTES;
  }

  /** True when more came than is kept. */
  get isLonger(): boolean {
    return this.readBytes > this.keptBytes;
  }

  /**
   * What is kept, as text that PostgreSQL can store: bytes that are not UTF-8 are replaced, NUL is left out, and so is
   * a character that was cut in two at the end.
   */
  text(isWhole: boolean): string {
    if (this.keptBytes === 0) return '';
    const bytes = Buffer.concat(this.kept);
    return new TextDecoder().decode(bytes, { stream: !isWhole }).replaceAll('\0', '');
  }
}
