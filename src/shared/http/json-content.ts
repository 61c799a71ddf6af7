import { InvalidInput, problem } from '../domain/errors.js';
import type { Steps } from '../domain/steps.js';
import { HttpFault } from './http-fault.js';
import { MAX_SCAN_NESTING, scanJson, sanityProblems, tooDeep } from './json-sanity.js';
import { ForbiddenContent } from './forbidden-content.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON in UTF-8 of at most `nesting` levels.
 * @throws HttpFault 400 (unparsable, not UTF-8)
 * @throws InvalidInput if it is nested extremely deep
 * @throws ForbiddenContent for other content that no body may have (json-sanity.ts)
 */
export function* jsonContent(bytes: Uint8Array, nesting: number): Steps<unknown> {
  const { depth, isPlain } = scanJson(bytes);
  if (depth > MAX_SCAN_NESTING) throw new InvalidInput([problem('too_deep', tooDeep(nesting))]);
  yield;
  const content = parse(bytes);
  if (isPlain && depth <= nesting) return content;
  yield;
  const problems = sanityProblems(content, nesting);
  if (problems.length > 0) throw new ForbiddenContent(problems, content);
  return content;
}

function parse(bytes: Uint8Array): unknown {
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

/** The position where the parser stopped, if known. Does not quote the text, which may be a secret. */
function placeIn(text: string, cause: unknown): string {
  const position = /at position (\d+)/.exec(String(cause))?.[1];
  if (position === undefined) return '';
  const before = text.slice(0, Number(position));
  const line = before.split('\n').length;
  return `: see line ${line}, column ${before.length - before.lastIndexOf('\n')}`;
}
