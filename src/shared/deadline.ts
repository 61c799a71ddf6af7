/**
 * Calls back after a time, but only once what has arrived by then is read. If the process stood still, the timer is due
 * before the event loop has read an answer that was in time.
 * @returns a function that cancels the call
 */
export function onDeadline(milliseconds: number, call: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (turn = setImmediate(call)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(turn);
  };
}

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
  const cancel = onDeadline(milliseconds, () =>
    controller.abort(new DOMException('The time is up.', 'TimeoutError')),
  );
  for (const other of others) {
    if (other.aborted) abort();
    else other.addEventListener('abort', abort, { once: true });
  }
  try {
    return await run(controller.signal);
  } finally {
    cancel();
    for (const other of others) other.removeEventListener('abort', abort);
  }
}
