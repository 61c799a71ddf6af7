/** Calls that the first script started for the first view, by address, before the view's code was loaded. */
const begun = new Map<string, Promise<Response>>();
let begunUnder = '';

/** A view that has not used these answers by now makes new calls. */
const FRESH_MS = 10_000;

/** Starts the calls of a view early, so that the answers arrive together with the view's code. */
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

/** The answer to a call that was started early. Only the first caller gets it. */
export function begunCall({ method, url }: Request, key: string): Promise<Response> | undefined {
  const answer = begun.get(url);
  if (answer === undefined || method !== 'GET' || key !== begunUnder) return undefined;
  begun.delete(url);
  return answer;
}
