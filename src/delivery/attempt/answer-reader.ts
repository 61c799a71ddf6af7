const MAX_READ_BYTES = 65_536;
const MAX_KEPT_BYTES = 4_096;

/** Reads an answer's body up to a limit and keeps its beginning, without decoding it. */
export class AnswerReader {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private readBytes = 0;

  /** Adds the next piece. Returns false once the limit is reached and nothing more should be read. */
  add(chunk: Buffer): boolean {
    const room = MAX_KEPT_BYTES - this.keptBytes;
    if (room > 0) {
      // Copy, because the client reuses the chunk's memory.
      const piece = Buffer.from(chunk.subarray(0, room));
      this.kept.push(piece);
      this.keptBytes += piece.length;
    }
    this.readBytes += chunk.length;
    return this.readBytes <= MAX_READ_BYTES;
  }

  /** True if the answer was longer than the kept part. */
  get isLonger(): boolean {
    return this.readBytes > this.keptBytes;
  }

  /**
   * The kept part as text that PostgreSQL can store: replaces invalid UTF-8, and drops NUL and an incomplete last
   * character.
   */
  text(isWhole: boolean): string {
    if (this.keptBytes === 0) return '';
    const bytes = Buffer.concat(this.kept);
    return new TextDecoder().decode(bytes, { stream: !isWhole }).replaceAll('\0', '');
  }
}
