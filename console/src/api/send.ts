import { type Problem, Refusal } from './refusal';

/**
 * `fetch` without cookies and redirects, whose only error is a Refusal. `begun` is the answer to a request that was
 * already sent.
 */
export async function send(request: Request, begun?: Promise<Response>): Promise<Response> {
  const safe = new Request(request, { credentials: 'omit', redirect: 'error' });
  const response = await (begun ?? fetch(safe)).catch((error: unknown) => {
    // The caller has cancelled the call and expects no answer.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal({ status: 0, code: 'unreachable' });
  });
  if (!response.ok) throw new Refusal(await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const isJson = /\bjson\b/.test(headers.get('content-type') ?? '');
  const problem = isJson ? ((await response.json()) as Problem) : { status, code: 'unknown' };
  const retryAfterMs = msOf(headers.get('retry-after'));
  return retryAfterMs === null ? problem : { ...problem, retryAfterMs };
}

/** `Retry-After` is in seconds, or a date. */
function msOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
