import { Readable, Transform } from 'node:stream';

const LINE_WITH_DOT = Buffer.from('\r\n.');
const DOT = Buffer.from('.');
const CRLF_BYTES = 2;

/**
 * Streams a message to a relay. Nodemailer would pipe it through a stream that examines every byte for dots to escape
 * (RFC 5321, 4.5.2). This class escapes faster and bypasses that stream, which then writes only the end of the data.
 */
export class RelayData extends Readable {
  private isPiped = false;

  /** @param message all of its lines end with CRLF */
  constructor(private readonly message: Buffer) {
    super();
  }

  /** True once a byte was sent, so the relay may have the message. */
  get hasBegun(): boolean {
    return this.isPiped;
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    this.isPiped = true;
    if (!(destination instanceof Transform)) return super.pipe(destination);
    // Nodemailer's end of data starts with the CRLF of the last line.
    destination.push(escaped(this.message.subarray(0, -CRLF_BYTES)));
    destination.end();
    return destination;
  }

  override _read(): void {
    this.push(this.message);
    this.push(null);
  }
}

/** Doubles each dot at the beginning of a line. */
function escaped(message: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = message.indexOf(LINE_WITH_DOT); at !== -1; at = message.indexOf(LINE_WITH_DOT, at + 1)) {
    pieces.push(message.subarray(from, at + CRLF_BYTES), DOT);
    from = at + CRLF_BYTES;
  }
  return from === 0 ? message : Buffer.concat([...pieces, message.subarray(from)]);
}
