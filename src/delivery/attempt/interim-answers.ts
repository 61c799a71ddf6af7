const BEFORE_STATUS = 'HTTP/1.1 '.length;
const LF = 0x0a;
const CR = 0x0d;
const ZERO = 0x30;
const ONE = 0x31;
const TWO = 0x32;

/**
 * Renames a receiver's interim answer `100 Continue` to 102. A receiver may send any interim answer before the answer
 * itself (RFC 9110, 15.2), but the HTTP client fails on an unexpected 100, and accepts all others.
 */
export class InterimAnswers {
  /** False once the status of the answer itself has been read. The rest passes unchanged. */
  private isAwaited = false;
  private isStatusLine = true;
  /** The position in the current line. */
  private column = 0;
  private isTen = false;

  /** Call it when a request is sent: the next answer may be an interim one. */
  begin(): void {
    this.isAwaited = true;
    this.isStatusLine = true;
    this.column = 0;
  }

  /** Reads the next piece from the socket, and changes it in place. */
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
