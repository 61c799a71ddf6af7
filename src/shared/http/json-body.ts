import type { IncomingMessage } from 'node:http';
import { completed, type Steps } from '../domain/steps.js';
import type { BodyLimits } from './body-limits.js';
import { HttpFault } from './http-fault.js';
import { jsonContent } from './json-content.js';
import { readBytes, tooLarge } from './raw-body.js';

/** Parsing this many bytes takes about a millisecond. */
const LARGE_BYTES = 32 * 1024;

/**
 * Reads a JSON body of at most `bytes` bytes and `nesting` levels; undefined if there is no body.
 * @param parse parses large bodies from their bytes in steps
 * @throws HttpFault 400 (unparsable, not UTF-8, cut off), 413 or 415
 * @throws InvalidInput if it is nested extremely deep
 * @throws ForbiddenContent for other content that no body may have (json-sanity.ts)
 */
export async function readJson(
  request: IncomingMessage,
  { bytes: limit, nesting }: BodyLimits,
  parse = (_bytes: Uint8Array, steps: Steps<unknown>): unknown => completed(steps),
): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (request.headers['transfer-encoding'] === undefined && length === 0) return undefined;
  if (length > limit) throw tooLarge(limit);
  refuseOtherFormats(request);
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  if (bytes.length < LARGE_BYTES) return completed(jsonContent(bytes, nesting));
  return parse(bytes, jsonContent(bytes, nesting));
}

/**
 * Refuses a body with content for an operation that takes none and would ignore it. Accepts an empty object with any
 * content type.
 * @throws HttpFault 400 or 413
 */
export async function refuseContent(request: IncomingMessage, limit: number): Promise<void> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (request.headers['transfer-encoding'] === undefined && length === 0) return;
  if (length > limit) throw tooLarge(limit);
  const content = (await readBytes(request, limit)).toString('latin1').replaceAll(/\s/g, '');
  if (content === '' || content === '{}') return;
  throw new HttpFault(
    400,
    'unexpected_body',
    request.method === 'PATCH'
      ? 'PATCH undoes a deletion and takes no body. Use PUT to change members.'
      : 'This operation takes no body: leave it out.',
  );
}

/** Refuses anything but uncompressed JSON in UTF-8. A small compressed body may be huge. */
function refuseOtherFormats({ headers }: IncomingMessage): void {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (mediaType.trim() !== 'application/json') {
    throw new HttpFault(
      415,
      'unsupported_media_type',
      'The body must be sent as Content-Type: application/json.',
    );
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new HttpFault(415, 'unsupported_charset', 'The body must be in UTF-8.');
  }
  if (!/^(identity)?$/i.test((headers['content-encoding'] ?? '').trim())) {
    throw new HttpFault(415, 'unsupported_encoding', 'The body must not be compressed.');
  }
}
