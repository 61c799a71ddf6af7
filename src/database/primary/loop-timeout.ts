const TICK_MS = 100;

/**
 * A timeout that does not count while the event loop is blocked, for example while the service loads, because an answer
 * may have arrived unread. Returns a function that cancels it.
 */
export function loopTimeout(milliseconds: number, onTimeout: () => void): () => void {
  let left = Math.ceil(milliseconds / TICK_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    onTimeout();
  }, TICK_MS);
  return () => clearInterval(timer);
}
