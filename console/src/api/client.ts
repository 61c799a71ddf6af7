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
  /** For `If-Match`; null when the answer has none. */
  readonly tag: string | null;
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** Whether there is a draft of what was read. */
  readonly hasDraft: boolean;
}

/** The answer of openapi-fetch. Refusals were thrown before. */
interface Fetched<Body> {
  readonly data?: Body;
  readonly response: Response;
}

/**
 * The body of an answer with what its headers say: `const { body, tag } = await answerOf(api.GET(…))`.
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

/** `If-Match` for a change of what was read under the tag. */
export function ifMatch(tag: string | null): { headers: Record<string, string> } {
  return { headers: tag === null ? {} : { 'If-Match': tag } };
}

/** Everything that a list has, page after page; for lists that are bounded. */
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

/** The longest pause after a 429 for which a call is repeated by itself, and how often it is made at most. */
const PAUSE_MS = 3000;
const TRIES = 3;

/**
 * Calls any path under the key, for answers that are not JSON, such as a stream or an email's HTML. After a 401 the call
 * was not carried out: it waits until the user has signed in again, and is then repeated.
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

/** Null if the call may have been carried out, or if the pause is long. */
function pauseAfter({ problem: { status, retryAfterMs } }: Refusal): number | null {
  return status === 429 && retryAfterMs !== undefined && retryAfterMs <= PAUSE_MS ? retryAfterMs : null;
}

function nextCursor(links: string): string | null {
  const address = /<([^>]+)>; rel="next"/.exec(links)?.[1];
  return address === undefined ? null : new URL(address, location.href).searchParams.get('cursor');
}
