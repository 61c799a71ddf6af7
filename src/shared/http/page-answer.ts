import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { MAX_PAGE_BYTES } from '../domain/page-bounds.js';
import { Page, type PageInParts } from './page.js';
import { answerProblem } from './problem-answer.js';

const CHUNK_CHARACTERS = 64 * 1024;
const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The body of a page and its `Link`. A page ends before its body exceeds MAX_PAGE_BYTES. A page in parts is produced as
 * fast as it is read, with at most two or three unsent parts.
 */
export async function pageAnswer(
  page: Page<unknown> | PageInParts<unknown>,
  request: Request,
  response: Response,
): Promise<string | StreamableFile> {
  if (page instanceof Page) {
    const items = itemsWithin(page);
    linkNext(page.cursorName, page.cursorAfter(items.length), request, response);
    response.set('Content-Type', JSON_TYPE);
    return `[${items.join()}]`;
  }
  const chunks = arrayOf(page.parts);
  // Errors in the first parts can still be answered, and a short list is sent with its length.
  const [first, second] = [await chunks.next(), await chunks.next()];
  linkNext('cursor', page.nextCursor, request, response);
  if (second.done === true) {
    response.set('Content-Type', JSON_TYPE);
    return String(first.value);
  }
  const file = new StreamableFile(Readable.from(resumed(first, second, chunks)), { type: JSON_TYPE });
  return file.setErrorHandler((error) => answerProblem(error, request.path, response));
}

/** As many items as fit into a page, as JSON; at least one. */
function itemsWithin({ items }: Page<unknown>): readonly string[] {
  const texts: string[] = [];
  let bytes = '[]'.length;
  for (const item of items) {
    const text = JSON.stringify(item);
    bytes += Buffer.byteLength(text) + ','.length;
    if (texts.length > 0 && bytes > MAX_PAGE_BYTES) break;
    texts.push(text);
  }
  return texts;
}

/** The JSON array in chunks of about CHUNK_CHARACTERS. */
async function* arrayOf(parts: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let chunk = '[';
  let isFirst = true;
  for await (const items of parts) {
    for (const item of items) {
      chunk += `${isFirst ? '' : ','}${JSON.stringify(item)}`;
      isFirst = false;
      if (chunk.length < CHUNK_CHARACTERS) continue;
      yield chunk;
      chunk = '';
    }
  }
  yield `${chunk}]`;
}

async function* resumed(
  first: IteratorResult<string>,
  second: IteratorResult<string>,
  rest: AsyncIterable<string>,
): AsyncGenerator<string> {
  for (const { done, value } of [first, second]) if (done !== true) yield value;
  yield* rest;
}

function linkNext(name: string, cursor: string | null, request: Request, response: Response): void {
  if (cursor !== null) response.set('Link', `<${nextUrl(request.originalUrl, name, cursor)}>; rel="next"`);
}

/** The request's address with the cursor of the next page. Keeps all other parameters. */
function nextUrl(url: string, name: string, cursor: string): string {
  // Only the first question mark separates; a parameter may contain others.
  const [path = '', ...query] = url.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set(name, cursor);
  return `${path}?${parameters.toString()}`;
}
