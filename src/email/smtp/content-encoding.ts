const LINE_LENGTH = 76;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;
const DOT = 0x2e;
const CRLF_BYTES = 2;
const HEX = Buffer.from('0123456789ABCDEF');
/** Text that has grown by more than this share in UTF-8 is shorter in base64: most of its characters are not ASCII. */
const MOST_GROWTH = 1 / 12;

/** How a byte is written in quoted-printable: as it is, as it is unless it ends a line, or in three characters. */
const [LITERAL, BLANK, SPECIAL] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20 || byte === 0x09) return BLANK;
  return byte > 0x20 && byte < 0x7f && byte !== EQUALS ? LITERAL : SPECIAL;
});

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

/** RFC 2045, 6.7. Every line break becomes CRLF, no character is divided, and no line begins with a dot. */
function quotedPrintable(bytes: Buffer): Buffer {
  const { length } = bytes;
  // Three characters for each byte, and a soft line break after every 75 of them.
  const lines = Buffer.allocUnsafe(Math.ceil(3.2 * length) + 8);
  let to = 0;
  let column = 0;
  for (let index = 0; index < length; index += 1) {
    if (column > 0) {
      const run = copyRun(bytes, index, lines, to, LINE_LENGTH - 1 - column);
      to += run;
      column += run;
      index += run;
      if (index === length) break;
    }
    const byte = bytes[index] ?? 0;
    let kind = KINDS[byte] ?? SPECIAL;
    if (byte === CR || byte === LF) {
      if (byte === CR && bytes[index + 1] === LF) index += 1;
      lines[to++] = CR;
      lines[to++] = LF;
      column = 0;
      continue;
    }
    if (kind === BLANK) kind = endsLine(bytes[index + 1]) ? SPECIAL : LITERAL;
    if (column + (kind === LITERAL ? 1 : charactersOf(byte)) >= LINE_LENGTH) {
      lines[to++] = EQUALS;
      lines[to++] = CR;
      lines[to++] = LF;
      column = 0;
    }
    if (kind === LITERAL && (column > 0 || byte !== DOT)) {
      lines[to++] = byte;
      column += 1;
      continue;
    }
    lines[to++] = EQUALS;
    lines[to++] = HEX[byte >> 4] ?? 0;
    lines[to++] = HEX[byte & 0xf] ?? 0;
    column += 3;
  }
  return Buffer.from(lines.subarray(0, to));
}

/**
 * Copies what is written as it is, at most `room` characters, and says how many. A blank at the end is left out, because
 * it may end a line. Nearly all of a text goes through here, so it does nothing else.
 */
function copyRun(from: Buffer, start: number, into: Buffer, at: number, room: number): number {
  const end = Math.min(start + room, from.length);
  let index = start;
  for (; index < end; index += 1) {
    const byte = from[index] ?? 0;
    if (KINDS[byte] === SPECIAL) break;
    into[at + index - start] = byte;
  }
  if (index > start && KINDS[from[index - 1] ?? 0] === BLANK) index -= 1;
  return index - start;
}

function endsLine(next: number | undefined): boolean {
  return next === undefined || next === CR || next === LF;
}

/** Characters that a byte takes together with the bytes of its character that follow it. */
function charactersOf(byte: number): number {
  if (byte >= 0xf0) return 12;
  if (byte >= 0xe0) return 9;
  return byte >= 0xc0 ? 6 : 3;
}
