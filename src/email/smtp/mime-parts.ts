const LF = 0x0a;

/** A part of a message. Each field is a line, already folded. */
export interface MimePart {
  readonly fields: readonly string[];
  /** Already encoded; empty for a multipart. */
  readonly content: Buffer;
  /** The parts of a multipart, else null. */
  readonly inner: MimeParts | null;
}

export interface MimeParts {
  readonly boundary: string;
  readonly parts: readonly MimePart[];
}

/** Serialises a message. Writes contents unchanged. */
export function bytesOf(root: MimePart): Buffer {
  const pieces: Buffer[] = [];
  addPart(root, pieces);
  if (pieces.findLast(({ length }) => length > 0)?.at(-1) !== LF) pieces.push(Buffer.from('\r\n'));
  return Buffer.concat(pieces);
}

function addPart({ fields, content, inner }: MimePart, pieces: Buffer[]): void {
  pieces.push(Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), content);
  if (inner === null) return;
  const { boundary, parts } = inner;
  parts.forEach((part, index) => {
    pieces.push(Buffer.from(`${index === 0 ? '' : '\r\n'}--${boundary}\r\n`));
    addPart(part, pieces);
  });
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
}
