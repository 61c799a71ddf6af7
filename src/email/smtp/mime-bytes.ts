import type MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';

const LINE_LENGTH = 76;
/** Nodemailer wraps so many bytes of a part at a time. */
const SLICE_BYTES = 64 * 1024;
const CR = 0x0d;
const LF = 0x0a;
const BLANKS = new Set([0x20, 0x09]);

/**
 * The bytes of a tree of MIME parts whose contents are texts and buffers: those that nodemailer's own streams make, in a
 * tenth of their time, and with CRLF at the end of every line.
 */
export function mimeBytes(root: MimeNode): Buffer {
  const pieces: Buffer[] = [];
  addNode(root, pieces);
  if (pieces.at(-1)?.at(-1) !== LF) pieces.push(Buffer.from('\r\n'));
  return Buffer.concat(pieces);
}

function addNode(node: MimeNode, pieces: Buffer[]): void {
  const encoding = node.getTransferEncoding();
  pieces.push(Buffer.from(`${node.buildHeaders()}\r\n\r\n`));
  const content = contentOf(node);
  if (content.length > 0) pieces.push(encoded(content, encoding));
  const { multipart, boundary, childNodes } = node;
  if (!multipart) return;
  childNodes.forEach((child, index) => {
    pieces.push(Buffer.from(`${index === 0 ? '' : '\r\n'}--${boundary}\r\n`));
    addNode(child, pieces);
  });
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
}

function contentOf({ content = '' }: MimeNode): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  if (Buffer.isBuffer(content)) return content;
  throw new Error('The content of a part is neither a text nor a buffer.');
}

function encoded(content: Buffer, encoding: string | false): Buffer {
  if (encoding === 'base64') return base64Lines(content);
  const text = encoding === 'quoted-printable' ? quotedPrintable(content) : content.toString('latin1');
  return Buffer.from(withCrLf(text), 'latin1');
}

function base64Lines(content: Buffer): Buffer {
  const text = Buffer.from(content.toString('base64'), 'latin1');
  const breaks = Math.max(Math.ceil(text.length / LINE_LENGTH) - 1, 0);
  const lines = Buffer.allocUnsafe(text.length + 2 * breaks);
  let to = 0;
  for (let from = 0; from < text.length; from += LINE_LENGTH) {
    if (from > 0) {
      lines[to++] = CR;
      lines[to++] = LF;
    }
    to += text.copy(lines, to, from, from + LINE_LENGTH);
  }
  return lines;
}

/** Soft line breaks depend on where slices begin, so they are the same as nodemailer's. */
function quotedPrintable(content: Buffer): string {
  let end = content.length;
  while (end > 0 && BLANKS.has(content[end - 1] ?? 0)) end -= 1;
  if (content.length - end > SLICE_BYTES) end = content.length;
  let lines = '';
  let line = '';
  for (const part of [content.subarray(0, end), content.subarray(end)]) {
    for (let start = 0; start < part.length; start += SLICE_BYTES) {
      const text = wrap(line + encodedSlice(part, start, start + SLICE_BYTES), LINE_LENGTH);
      const next = text.lastIndexOf('\n') + 1;
      lines += text.slice(0, next);
      line = text.slice(next);
    }
  }
  return lines + line;
}

/** A blank at the end is encoded only if no other character follows on its line, so the next byte is encoded with it. */
function encodedSlice(part: Buffer, start: number, end: number): string {
  if (end >= part.length) return encode(part.subarray(start));
  const next = encode(part.subarray(end, end + 1));
  return encode(part.subarray(start, end + 1)).slice(0, -next.length);
}

/** Other line breaks would become these on the way to the relay, after the message was signed. */
function withCrLf(text: string): string {
  return text.replaceAll(/\r(?!\n)|(?<!\r)\n/g, '\r\n');
}
