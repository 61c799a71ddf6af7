const TICK_MS = 100;

/**
 * Calls `over` after so many milliseconds in which this process was able to hear an answer: a time in which its event
 * loop was blocked, as while the service is loaded, counts as one tick. The returned function ends the wait.
 */
export function patience(milliseconds: number, over: () => void): () => void {
  let left = Math.ceil(milliseconds / TICK_MS);
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    over();
  }, TICK_MS);
  return () => clearInterval(timer);
}
