import type MimeNode from 'nodemailer/lib/mime-node';

const CRLF = Buffer.from('\r\n');
const LF = 0x0a;

/**
 * The bytes of a tree of MIME parts with the headers that nodemailer gives them. Their contents are buffers that are
 * encoded already, and are written as they are: nodemailer's own streams take several times as long.
 */
export function mimeBytes(root: MimeNode): Buffer {
  const pieces: Buffer[] = [];
  addNode(root, pieces);
  if (pieces.findLast(({ length }) => length > 0)?.at(-1) !== LF) pieces.push(CRLF);
  return Buffer.concat(pieces);
}

function addNode(node: MimeNode, pieces: Buffer[]): void {
  pieces.push(Buffer.from(`${node.buildHeaders()}\r\n\r\n`));
  const { content = '', multipart, boundary, childNodes } = node;
  if (Buffer.isBuffer(content)) pieces.push(content);
  else if (content !== '') throw new Error('The content of a part is not encoded.');
  if (!multipart) return;
  childNodes.forEach((child, index) => {
    pieces.push(Buffer.from(`${index === 0 ? '' : '\r\n'}--${boundary}\r\n`));
    addNode(child, pieces);
  });
  pieces.push(Buffer.from(`\r\n--${boundary}--\r\n`));
}
