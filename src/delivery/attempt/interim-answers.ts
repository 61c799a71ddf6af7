const BEFORE_STATUS = 'HTTP/1.1 '.length;
const LF = 0x0a;
const CR = 0x0d;
const ZERO = 0x30;
const ONE = 0x31;
const TWO = 0x32;

/**
 * Renames `100 Continue` to 102 in what a receiver sends before its answer. HTTP allows any interim answer without being
 * asked (RFC 9110, 15.2), but the HTTP client takes this one for a fault and every other one as it comes.
 */
export class InterimAnswers {
  /** False once the status of the answer itself has been read: nothing of that is looked at. */
  private isAwaited = false;
  private isStatusLine = true;
  /** Place in the present line. */
  private column = 0;
  private isTen = false;

  /** A request goes out: what is read from now on may be interim. */
  begin(): void {
    this.isAwaited = true;
    this.isStatusLine = true;
    this.column = 0;
  }

  /** Takes the next piece that was read, and changes it in place. */
  take(piece: Buffer): void {
    for (let at = 0; this.isAwaited && at < piece.length; at += 1) this.takeByte(piece, at);
  }

  private takeByte(piece: Buffer, at: number): void {
    const byte = piece[at];
    if (byte === CR) return;
    if (byte === LF) {
      // An empty line ends an interim answer: the next line has a status again.
      this.isStatusLine = this.column === 0;
      this.column = 0;
      return;
    }
    if (this.isStatusLine) {
      const digit = this.column - BEFORE_STATUS;
      if (digit === 0) this.isAwaited = byte === ONE;
      if (digit === 1) this.isTen = byte === ZERO;
      if (digit === 2 && this.isTen && byte === ZERO) piece[at] = TWO;
    }
    this.column += 1;
  }
}
