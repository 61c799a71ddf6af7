/** Calls that the first script began for the first view, by address, before the code that makes them was there. */
const begun = new Map<string, Promise<Response>>();
let begunUnder = '';

/** A view that has not come for its answers by now reads newer ones. */
const FRESH_MS = 10_000;

/** Begins calls that a view is about to make: what they bring comes together with the view's code, not after it. */
export function beginCalls(paths: readonly string[], key: string): void {
  begunUnder = key;
  for (const path of paths) {
    const address = new URL(path, location.href).href;
    const answer = fetch(address, {
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      redirect: 'error',
    });
    answer.catch(() => undefined);
    begun.set(address, answer);
  }
  setTimeout(() => begun.clear(), FRESH_MS);
}

/** The answer to a call, if it was begun early; to the first who asks alone. */
export function begunCall({ method, url }: Request, key: string): Promise<Response> | undefined {
  const answer = begun.get(url);
  if (answer === undefined || method !== 'GET' || key !== begunUnder) return undefined;
  begun.delete(url);
  return answer;
}
