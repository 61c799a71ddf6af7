import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import type { MailMessage } from '../domain/mailer.js';
import type { SentContent } from '../domain/sent-content.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes of UTF-8. Larger parts are not stored; the default of RENDER_MAX_OUTPUT_KIB is far below. */
const MAX_PART_BYTES = 4 * 1_048_576;
/** Parts up to this size are compressed on this thread: handing them to another takes several times longer. */
const SMALL_BYTES = 64 * 1024;
/** Compared with the default level: twice as fast, and a tenth more bytes. */
const LEVEL = 3;

/** Compresses a message for the log. @param templateId the partner's template; null for the default template */
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

/** Reverses `compressText`. */
export async function decompressText(kept: Buffer): Promise<string> {
  return (await decompress(kept, { maxOutputLength: MAX_PART_BYTES })).toString();
}
