import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import type { MailMessage } from '../domain/mailer.js';
import type { SentContent } from '../domain/sent-content.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes of UTF-8. Larger parts are not kept: RENDER_MAX_OUTPUT_KIB keeps HTML far below by default. */
const MAX_PART_BYTES = 4 * 1_048_576;
/** Handing a part of this size to another thread takes several times longer than compressing it. */
const SMALL_BYTES = 64 * 1024;
/** Twice as fast as the default, for a tenth more bytes. */
const LEVEL = 3;

/** Compresses a message for the log. `templateId`: the partner's template that it was made with. */
export async function compressContent(message: MailMessage, templateId: number | null): Promise<SentContent> {
  const { subject, from, replyTo, unsubscribe, attachments, html, text } = message;
  return {
    subject,
    fromName: from.name,
    replyTo,
    unsubscribe,
    templateId,
    attached: attachments.map(({ filename, contentType, bytes, sha256 }) => {
      return { filename, contentType, bytes, sha256 };
    }),
    html: await compressPart(html),
    text: await compressPart(text),
  };
}

/** A part as it is kept; null when it is too large. */
async function compressPart(part: string): Promise<Buffer | null> {
  const bytes = Buffer.from(part);
  return bytes.length > MAX_PART_BYTES ? null : zipped(bytes);
}

/** Gzip of the text in UTF-8. */
export async function compressText(text: string): Promise<Buffer> {
  return zipped(Buffer.from(text));
}

function zipped(bytes: Buffer): Buffer | Promise<Buffer> {
  return bytes.length > SMALL_BYTES ? compress(bytes, { level: LEVEL }) : gzipSync(bytes, { level: LEVEL });
}

/** The text of a part that was kept. */
export async function decompressText(kept: Buffer): Promise<string> {
  return (await decompress(kept, { maxOutputLength: MAX_PART_BYTES })).toString();
}
