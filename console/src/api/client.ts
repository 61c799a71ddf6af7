import createClient from 'openapi-fetch';
import { session } from '../session/session';
import { begunCall } from './early-calls';
import type { components, paths } from './generated/schema';
import { isUnauthorized, Refusal } from './refusal';
import { send } from './send';

/** An object of the API, by its name in the API document: `Schema<'Delivery'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The service, under the key of the session. Its calls are typed by the API document; wrap them in `answerOf`. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: underKey });

export interface Answer<Body> {
  readonly body: Body;
  /** For `If-Match`; null if the answer has none. */
  readonly tag: string | null;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** True if the object that was read has a draft. */
  readonly hasDraft: boolean;
}

/** The answer of openapi-fetch. Refusals have already been thrown. */
interface Fetched<Body> {
  readonly data?: Body;
  readonly response: Response;
}

/**
 * The body of an answer and its headers: `const { body, tag } = await answerOf(api.GET(…))`.
 * @throws Refusal
 */
export async function answerOf<Body>(call: Promise<Fetched<Body>>): Promise<Answer<NonNullable<Body>>> {
  const { data, response } = await call;
  const links = response.headers.get('link') ?? '';
  return {
    body: data as NonNullable<Body>,
    tag: response.headers.get('etag'),
    next: nextCursor(links),
    hasDraft: links.includes('rel="working-copy"'),
  };
}

/** The body alone. */
export async function bodyOf<Body>(call: Promise<Fetched<Body>>): Promise<NonNullable<Body>> {
  return (await answerOf(call)).body;
}

/** `If-Match` for a change of an object that was read with this tag. */
export function ifMatch(tag: string | null): { headers: Record<string, string> } {
  return { headers: tag === null ? {} : { 'If-Match': tag } };
}

/** All items of a list, read page by page. For lists of bounded length. */
export async function allOf<Item>(
  page: (cursor: string | undefined) => Promise<Answer<readonly Item[]>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const { body, next } = await page(cursor);
    items.push(...body);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return items;
}

/** The longest pause after a 429 for which a call is repeated automatically, and the most attempts. */
const PAUSE_MS = 3000;
const TRIES = 3;

/**
 * Calls any path with the key, for answers that are not JSON, such as a stream or an email's HTML. A 401 means that the
 * call was not executed, so it waits until the user has signed in again, and is then repeated.
 */
export async function underKey(request: Request): Promise<Response> {
  const entry = session.entry();
  for (let tries = 1; ;) {
    const key = await session.usableKey(entry, request.signal);
    const attempt = request.clone();
    const headers = new Headers(attempt.headers);
    headers.set('authorization', `Bearer ${key}`);
    try {
      return await send(new Request(attempt, { headers }), begunCall(request, key));
    } catch (error) {
      if (isUnauthorized(error)) {
        if (key === session.key()) session.end();
      } else {
        const pauseMs = error instanceof Refusal ? pauseAfter(error) : null;
        if (pauseMs === null || tries >= TRIES) throw error;
        tries += 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/** Null if the call may have been executed, or if the pause is long. */
function pauseAfter({ problem: { status, retryAfterMs } }: Refusal): number | null {
  return status === 429 && retryAfterMs !== undefined && retryAfterMs <= PAUSE_MS ? retryAfterMs : null;
}

function nextCursor(links: string): string | null {
  const address = /<([^>]+)>; rel="next"/.exec(links)?.[1];
  return address === undefined ? null : new URL(address, location.href).searchParams.get('cursor');
}
