const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;

/** Reads an answer's body up to a limit and keeps its beginning, without decoding it. */
export class AnswerReader {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private readBytes = 0;

  /** Takes the next piece. Returns false once no more is wanted. */
  add(chunk: Buffer): boolean {
    const room = MAX_KEPT_BYTES - this.keptBytes;
    if (room > 0) {
      // Copied, because the client reuses the memory of the piece.
      const piece = Buffer.from(chunk.subarray(0, room));
      this.kept.push(piece);
      this.keptBytes += piece.length;
    }
    this.readBytes += chunk.length;
    return this.readBytes <= MAX_READ_BYTES;
  }

  /** True if the answer was longer than the part that is kept. */
  get isLonger(): boolean {
    return this.readBytes > this.keptBytes;
  }

  /**
   * The kept part as text that PostgreSQL can store: invalid UTF-8 is replaced, and NUL and an incomplete character at the
   * end are left out.
   */
  text(isWhole: boolean): string {
    if (this.keptBytes === 0) return '';
    const bytes = Buffer.concat(this.kept);
    return new TextDecoder().decode(bytes, { stream: !isWhole }).replaceAll('\0', '');
  }
}
