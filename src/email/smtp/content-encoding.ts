import { quotedPrintable } from './quoted-printable.js';

const LINE_LENGTH = 76;
const LF = 0x0a;
const CRLF = 0x0d0a;
const CRLF_BYTES = 2;
const WORD = 4;
/** Text that grows by more than this share in UTF-8 has few ASCII characters, and is shorter in base64. */
const MAX_GROWTH = 1 / 12;

/** The encoded content of a message part, with CRLF at the end of every line. */
export interface EncodedContent {
  readonly encoding: 'quoted-printable' | 'base64';
  readonly bytes: Buffer;
}

/** Encodes a text in UTF-8 with quoted-printable or base64, whichever is probably shorter. */
export function encodedText(text: string): EncodedContent {
  const bytes = Buffer.from(text);
  return bytes.length - text.length > MAX_GROWTH * bytes.length
    ? { encoding: 'base64', bytes: crlfLines(Buffer.from(bytes.toString('base64'), 'latin1'), 0) }
    : { encoding: 'quoted-printable', bytes: quotedPrintable(bytes) };
}

/** @param base64 as PostgreSQL writes it: with a line feed after every 76 characters, even at the end */
export function encodedFile(base64: string): EncodedContent {
  const text = Buffer.from(base64, 'latin1');
  const end = text.at(-1) === LF ? text.length - 1 : text.length;
  return { encoding: 'base64', bytes: crlfLines(text.subarray(0, end), 1) };
}

/**
 * Separates lines of 76 characters by CRLF instead of `gap` characters. Copies four characters at once, because an
 * attachment has thousands of lines.
 */
function crlfLines(text: Buffer, gap: number): Buffer {
  const step = LINE_LENGTH + gap;
  const breaks = Math.max(Math.ceil(text.length / step) - 1, 0);
  const lines = Buffer.allocUnsafe(text.length + (CRLF_BYTES - gap) * breaks);
  const from = viewOf(text);
  const into = viewOf(lines);
  let start = 0;
  let to = 0;
  for (let left = breaks; left > 0; left -= 1) {
    for (let at = 0; at < LINE_LENGTH; at += WORD) into.setInt32(to + at, from.getInt32(start + at));
    into.setInt16(to + LINE_LENGTH, CRLF);
    start += step;
    to += LINE_LENGTH + CRLF_BYTES;
  }
  text.copy(lines, to, start);
  return lines;
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
