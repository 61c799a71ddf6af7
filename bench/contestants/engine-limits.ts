/** Events on their way at once: less than the engine holds in memory, more than it sends at once. */
export const WINDOW = 4_000;
/** Events of one request, where it does not matter. */
export const REQUEST_EVENTS = 100;
/** Requests at once. */
export const CALLERS = 10;
export const TIMEOUT_MS = 15_000;
