import type { IncomingMessage } from 'node:http';
import { HttpFault } from './http-fault.js';

/** The media type of a body, in lower case and without parameters; empty if there is none. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return type.trim();
}

/**
 * Reads a body of one of these media types and at most `limit` bytes without decoding it. The error for
 * any other media type names the first one.
 * @throws HttpFault 400 (cut off), 413 or 415
 */
export async function readRaw(
  request: IncomingMessage,
  mediaTypes: readonly [string, ...string[]],
  limit: number,
): Promise<Buffer> {
  const { headers } = request;
  if (!mediaTypes.includes(mediaTypeOf(request))) {
    const detail = `The body must be sent as Content-Type: ${mediaTypes[0]}.`;
    throw new HttpFault(415, 'unsupported_media_type', detail);
  }
  if (!/^(identity)?$/i.test((headers['content-encoding'] ?? '').trim())) {
    throw new HttpFault(415, 'unsupported_encoding', 'The body must not be compressed.');
  }
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return readBytes(request, limit);
}

/** Reads the bytes of a body. @throws HttpFault 400 if it is cut off, 413 if it is larger */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (settle: () => void) => {
      request.off('data', collect).off('end', finish).off('close', breakOff);
      settle();
    };
    const collect = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= limit) return;
      end(() => reject(tooLarge(limit)));
      // Read and discard the rest, so that the caller can see the answer.
      request.resume();
    };
    const finish = () => end(() => resolve(Buffer.concat(chunks)));
    const breakOff = () => end(() => reject(cutOff()));
    // Keep the listener, because an unhandled error of a connection would end the process.
    request.on('error', breakOff);
    request.on('data', collect).on('end', finish).on('close', breakOff);
  });
}

/** The error for a body that is too large. */
export function tooLarge(limit: number): HttpFault {
  return new HttpFault(413, 'body_too_large', `The body must have at most ${limit} bytes.`);
}

/** The error for an incomplete body. */
export function cutOff(): HttpFault {
  return new HttpFault(400, 'incomplete_body', 'The connection broke before the whole body had arrived.');
}
