import { AsyncLocalStorage } from 'node:async_hooks';

/** The request for which the current code runs. */
export interface RequestContext {
  readonly requestId: string;
  /** Null until the guard has recognised a partner. */
  partnerId: number | null;
}

const requests = new AsyncLocalStorage<RequestContext>();

/**
 * From the first context on, Node tracks every promise and callback of the process, which takes processor time for
 * every event. The tracking ends when no request has needed a context for this time, which is longer than any request
 * lasts.
 */
const TRACKED_MS = 600_000;
let untracking: NodeJS.Timeout | undefined;

/**
 * Runs the work, and everything it starts, on behalf of a request. Work started by it loses the request ten minutes
 * after the latest request began.
 */
export function inRequest<Result>(context: RequestContext, work: () => Result): Result {
  untracking ??= setTimeout(() => requests.disable(), TRACKED_MS).unref();
  untracking.refresh();
  return requests.run(context, work);
}

/**
 * Runs work that also serves other requests, such as a loop or a shared fetch, outside the request that triggers it.
 * Log lines of this work, and of everything it starts, do not have the request's id.
 */
export function outsideRequest<Result>(work: () => Result): Result {
  // Without a context, exit() would turn the tracking off and on again.
  return requests.getStore() === undefined ? work() : requests.exit(work);
}

/** The request in progress; undefined in scheduled work. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** Records the partner of the current request, for the log and the idempotency keys. The guard calls it. */
export function recognisePartner(partnerId: number): void {
  const request = requests.getStore();
  if (request !== undefined) request.partnerId = partnerId;
}
