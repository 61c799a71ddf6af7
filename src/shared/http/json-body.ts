import type { IncomingMessage } from 'node:http';
import { InvalidInput, problem } from '../domain/errors.js';
import { completed, type Steps } from '../domain/steps.js';
import type { BodyLimits } from './body-limits.js';
import { HttpFault } from './http-fault.js';
import { ABSURD_NESTING, lookAt, sanityProblems, tooDeep } from './json-sanity.js';
import { readBytes, tooLarge } from './raw-body.js';
import { UnsoundBody } from './unsound-body.js';

/** Parsing so many bytes takes about a millisecond. */
const LARGE_BYTES = 32 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the request's body of at most `bytes` bytes and `nesting` levels as JSON; undefined when there is no body. A large
 * body is parsed by `whenItsTurn`.
 * @throws HttpFault 400 (unparsable, not UTF-8, cut off), 413 or 415
 * @throws InvalidInput when it is absurdly deep, UnsoundBody for other content that no body may have (json-sanity.ts)
 */
export async function readJson(
  request: IncomingMessage,
  { bytes: limit, nesting }: BodyLimits,
  whenItsTurn: (steps: Steps<unknown>) => unknown = completed,
): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (request.headers['transfer-encoding'] === undefined && length === 0) return undefined;
  if (length > limit) throw tooLarge(limit);
  refuseOtherFormats(request);
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return undefined;
  if (bytes.length < LARGE_BYTES) return completed(contentOf(bytes, nesting));
  return whenItsTurn(contentOf(bytes, nesting));
}

function* contentOf(bytes: Buffer, nesting: number): Steps<unknown> {
  const { depth, isPlain } = lookAt(bytes);
  if (depth > ABSURD_NESTING) throw new InvalidInput([problem('too_deep', tooDeep(nesting))]);
  yield;
  const content = parse(bytes);
  if (isPlain && depth <= nesting) return content;
  yield;
  const problems = sanityProblems(content, nesting);
  if (problems.length > 0) throw new UnsoundBody(problems, content);
  return content;
}

/**
 * Refuses a request whose body has content: an undo takes none, and a body with members expects a change. An empty
 * object passes, under any content type.
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
    'PATCH undoes a deletion and takes no body. Use PUT to change members.',
  );
}

/** Lets JSON in UTF-8 pass, uncompressed: a small compressed body may be a very large one. */
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

function parse(bytes: Buffer): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new HttpFault(400, 'invalid_utf8', 'The body is not valid UTF-8.', { cause });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new HttpFault(400, 'invalid_json', `The body is not valid JSON${placeIn(text, cause)}.`, { cause });
  }
}

/** The position at which the parser stopped, if known. The text there may be a secret and is not repeated. */
function placeIn(text: string, cause: unknown): string {
  const position = /at position (\d+)/.exec(String(cause))?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position));
  const line = before.split('\n').length;
  return `: see line ${line}, column ${before.length - before.lastIndexOf('\n')}`;
}
