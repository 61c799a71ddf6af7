import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the current code runs for. */
export interface RequestContext {
  readonly requestId: string;
  /** Null until the guard has recognised a partner. */
  partnerId: number | null;
}

const requests = new AsyncLocalStorage<RequestContext>();

/**
 * From its first context on, Node tracks every promise and callback of the process, which costs every event processor
 * time. It ends when no request has needed a context for so long, which is longer than any is answered.
 */
const TRACKED_MS = 600_000;
let untracking: NodeJS.Timeout | undefined;

/**
 * Runs the work, and everything it starts, on behalf of a request. What it has started loses the request ten minutes
 * after the latest one began.
 */
export function inRequest<Result>(context: RequestContext, work: () => Result): Result {
  untracking ??= setTimeout(() => requests.disable(), TRACKED_MS).unref();
  untracking.refresh();
  return requests.run(context, work);
}

/**
 * Runs work that serves others as well, such as a loop or a shared fetch that this request happens to set off. What it
 * starts is not on behalf of the request either: its lines in the log do not carry the request's id.
 */
export function outsideRequest<Result>(work: () => Result): Result {
  // Leaving a context that is not there would switch the tracking off and on again.
  return requests.getStore() === undefined ? work() : requests.exit(work);
}

/** The request that is being answered; undefined in scheduled work. */
export function currentRequest(): RequestContext | undefined {
  return requests.getStore();
}

/** Tells the log, and the idempotency keys, which partner the current request comes from: for the guard. */
export function recognisePartner(partnerId: number): void {
  const request = requests.getStore();
  if (request !== undefined) request.partnerId = partnerId;
}
