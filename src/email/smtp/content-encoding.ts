import { quotedPrintable } from './quoted-printable.js';

const LINE_LENGTH = 76;
const CR = 0x0d;
const LF = 0x0a;
const CRLF_BYTES = 2;
/** Text that has grown by more than this share in UTF-8 is shorter in base64: most of its characters are not ASCII. */
const MOST_GROWTH = 1 / 12;

/** The content of a part of a message as it is sent, with CRLF at the end of every line. */
export interface EncodedContent {
  readonly encoding: 'quoted-printable' | 'base64';
  readonly bytes: Buffer;
}

/** A text in UTF-8, in the encoding that is about the shorter one for it. */
export function encodedText(text: string): EncodedContent {
  const bytes = Buffer.from(text);
  return bytes.length - text.length > MOST_GROWTH * bytes.length
    ? { encoding: 'base64', bytes: crlfLines(Buffer.from(bytes.toString('base64'), 'latin1'), 0) }
    : { encoding: 'quoted-printable', bytes: quotedPrintable(bytes) };
}

/** Base64 that has a line feed after every 76 characters. */
export function encodedFile(base64: string): EncodedContent {
  return { encoding: 'base64', bytes: crlfLines(Buffer.from(base64, 'latin1'), 1) };
}

/** Lines of 76 characters with CRLF between them. `gap`: the characters between them so far. */
function crlfLines(text: Buffer, gap: number): Buffer {
  const step = LINE_LENGTH + gap;
  const breaks = Math.max(Math.ceil(text.length / step) - 1, 0);
  const lines = Buffer.allocUnsafe(text.length + (CRLF_BYTES - gap) * breaks);
  let to = 0;
  for (let from = 0; from < text.length; from += step) {
    if (from > 0) {
      lines[to++] = CR;
      lines[to++] = LF;
    }
    to += text.copy(lines, to, from, from + LINE_LENGTH);
  }
  return lines;
}
