import { Readable, Transform } from 'node:stream';

const LINE_WITH_DOT = Buffer.from('\r\n.');
const DOT = Buffer.from('.');
const CRLF_BYTES = 2;

/**
 * A message on its way to a relay, each of whose lines ends with CRLF. Nodemailer pipes it through a stream that looks at
 * every byte for dots to escape (RFC 5321, 4.5.2). This puts the escaped message behind that stream instead, which is left
 * to write the end.
 */
export class RelayData extends Readable {
  private isPiped = false;

  /** @param message ends with CRLF */
  constructor(private readonly message: Buffer) {
    super();
  }

  /** True once a byte was sent, so that the relay may have the message. */
  get hasBegun(): boolean {
    return this.isPiped;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    this.isPiped = true;
    if (!(destination instanceof Transform)) return super.pipe(destination);
    // The end begins with the CRLF of the last line.
    destination.push(escaped(this.message.subarray(0, -CRLF_BYTES)));
    destination.end();
    return destination;
  }

  override _read(): void {
    this.push(this.message);
    this.push(null);
  }
}

/** The message with a second dot before each dot that begins a line. */
function escaped(message: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = message.indexOf(LINE_WITH_DOT); at !== -1; at = message.indexOf(LINE_WITH_DOT, at + 1)) {
    pieces.push(message.subarray(from, at + CRLF_BYTES), DOT);
    from = at + CRLF_BYTES;
  }
  return from === 0 ? message : Buffer.concat([...pieces, message.subarray(from)]);
}
