import type { IncomingMessage } from 'node:http';
import { HttpFault } from './http-fault.js';

/**
 * Reads a body of this media type and of at most `limit` bytes as it is.
 * @throws HttpFault 400 (cut off), 413 or 415
 */
export async function readRaw(request: IncomingMessage, mediaType: string, limit: number): Promise<Buffer> {
  const { headers } = request;
  const [given = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (given.trim() !== mediaType) {
    throw new HttpFault(
      415,
      'unsupported_media_type',
      `The body must be sent as Content-Type: ${mediaType}.`,
    );
  }
  if (!/^(identity)?$/i.test((headers['content-encoding'] ?? '').trim())) {
    throw new HttpFault(415, 'unsupported_encoding', 'The body must not be compressed.');
  }
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return readBytes(request, limit);
}

/** The bytes of a body. @throws HttpFault 400 when it is cut off, 413 when it is larger */
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
      // The rest is read and dropped, so that the caller gets to see the answer.
      request.resume();
    };
    const finish = () => end(() => resolve(Buffer.concat(chunks)));
    const breakOff = () => end(() => reject(cutOff()));
    // Stays, so that a connection that breaks later does not bring the process down.
    request.on('error', breakOff);
    request.on('data', collect).on('end', finish).on('close', breakOff);
  });
}

/** The refusal of a body that is too large. */
export function tooLarge(limit: number): HttpFault {
  return new HttpFault(413, 'body_too_large', `The body must have at most ${limit} bytes.`);
}

/** The refusal of a body that its sender has not sent to the end. */
export function cutOff(): HttpFault {
  return new HttpFault(400, 'incomplete_body', 'The connection broke before the whole body was there.');
}
