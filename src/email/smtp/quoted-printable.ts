const LINE_LENGTH = 76;
const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;
const DOT = 0x2e;
const HEX = Buffer.from('0123456789ABCDEF');
const WORD = 4;

/** How a byte is written: literally, literally unless it ends a line, or as three characters. */
const [LITERAL, BLANK, SPECIAL] = [0, 1, 2];
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20 || byte === 0x09) return BLANK;
  return byte > 0x20 && byte < 0x7f && byte !== EQUALS ? LITERAL : SPECIAL;
});

/** Output is written here and then copied, which is cheaper than allocating three times the text for each email. */
const workspace = Buffer.allocUnsafeSlow(256 * 1024);

/** Encodes as RFC 2045, 6.7. Every line break becomes CRLF, no character is split, and no line begins with a dot. */
export function quotedPrintable(bytes: Buffer): Buffer {
  const { length } = bytes;
  // Three characters for each byte, plus soft line breaks after every 75.
  const most = Math.ceil(3.2 * length) + 8;
  const lines = most <= workspace.length ? workspace : Buffer.allocUnsafe(most);
  const from = viewOf(bytes);
  const into = viewOf(lines);
  let to = 0;
  let column = 0;
  for (let index = 0; index < length; index += 1) {
    if (column > 0 || bytes[index] !== DOT) {
      const run = copyRun(from, index, into, to, LINE_LENGTH - 1 - column);
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

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/**
 * Copies at most `room` literal characters and returns how many. Stops before a trailing blank, which may end a line.
 * Nearly all text passes through here, so it copies four characters at once if possible.
 */
function copyRun(from: DataView, start: number, into: DataView, at: number, room: number): number {
  const end = Math.min(start + room, from.byteLength);
  const shift = at - start;
  let index = start;
  for (; index + WORD <= end; index += WORD) {
    const word = from.getInt32(index);
    if (!isPlain(word)) break;
    into.setInt32(index + shift, word);
  }
  for (; index < end; index += 1) {
    const byte = from.getUint8(index);
    if (KINDS[byte] === SPECIAL) break;
    into.setUint8(index + shift, byte);
  }
  if (index > start && KINDS[from.getUint8(index - 1)] === BLANK) index -= 1;
  return index - start;
}

/**
 * True if each of the four bytes is printable or a space, but not `=`. Subtraction sets the highest bit of a byte that
 * is too small. XOR turns `=` into zero, so that subtracting one sets its highest bit too.
 */
function isPlain(word: number): boolean {
  const tooSmall = word - 0x20202020;
  const equals = (word ^ 0x3d3d3d3d) - 0x01010101;
  const deleted = (word ^ 0x7f7f7f7f) - 0x01010101;
  return ((word | tooSmall | equals | deleted) & 0x80808080) === 0;
}

function endsLine(next: number | undefined): boolean {
  return next === undefined || next === CR || next === LF;
}

/** How many output characters a byte takes, together with the following bytes of the same character. */
function charactersOf(byte: number): number {
  if (byte >= 0xf0) return 12;
  if (byte >= 0xe0) return 9;
  return byte >= 0xc0 ? 6 : 3;
}
