/** Events on their way at a time: fewer than the engine has room for in memory, more than it sends at a time. */
export const WINDOW = 4_000;
/** Events of one request, where it does not matter. */
export const REQUEST_EVENTS = 100;
/** Requests at a time. */
export const CALLERS = 10;
export const TIMEOUT_MS = 15_000;
