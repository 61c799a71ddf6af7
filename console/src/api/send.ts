import { words } from '../i18n/words';
import { type Problem, Refusal } from './refusal';
import { texts } from './texts';

/**
 * `fetch` without cookies and redirects, whose only error is a Refusal. `begun` is the answer to the request where that
 * has been sent already.
 */
export async function send(request: Request, begun?: Promise<Response>): Promise<Response> {
  const safe = new Request(request, { credentials: 'omit', redirect: 'error' });
  const response = await (begun ?? fetch(safe)).catch((error: unknown) => {
    // The caller gave the call up and expects no answer.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refusal({ status: 0, code: 'unreachable', detail: words(texts).away });
  });
  if (!response.ok) throw new Refusal(await problemOf(response));
  return response;
}

async function problemOf(response: Response): Promise<Problem> {
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  const unknown = { status: response.status, code: 'unknown', detail: words(texts).away };
  return isJson ? ((await response.json()) as Problem) : unknown;
}
