/**
 * Runs something with a signal that aborts after a time, or together with one of the others.
 *
 * Not with `AbortSignal.any()`, which holds its timeout weakly: Node's garbage collection can drop it before it aborts,
 * and then the wait never ends. It also leaks memory for every signal derived from a long-lived one.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  others: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time is up.', 'TimeoutError')),
    milliseconds,
  );
  for (const other of others) {
    if (other.aborted) abort();
    else other.addEventListener('abort', abort, { once: true });
  }
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const other of others) other.removeEventListener('abort', abort);
  }
}
