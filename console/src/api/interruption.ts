import type { Refusal } from './refusal';

/** Reads fail for a reason that passes, and are repeated automatically. */
export interface Interruption {
  readonly cause: Refusal;
  /** The time of the next attempt, as in `Date.now()`. */
  readonly retryAt: number;
}

/** The pauses between attempts if the service sends no `Retry-After`. */
const PAUSES_MS = [5000, 10_000, 20_000, 30_000];
/** The longest pause, whatever the service asks for. */
const LONGEST_MS = 120_000;

const listeners = new Set<() => void>();
let present: Interruption | null = null;
let tries = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let retry = (): void => undefined;

/** The present interruption of reads, shared by everything that shows it. */
export const interruption = {
  read: (): Interruption | null => present,

  /** @returns how to stop listening */
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Call once, with the function that repeats the failed reads. */
  retryWith(again: () => void): void {
    retry = again;
  },

  /** A read has failed. Among reads that fail together, the longest pause counts. */
  begin(cause: Refusal): void {
    const isNew = present === null || present.retryAt <= Date.now();
    if (isNew) tries += 1;
    const usual = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? LONGEST_MS;
    const pause = Math.min(LONGEST_MS, Math.max(cause.problem.retryAfterMs ?? usual, 1000));
    const retryAt = Date.now() + pause;
    if (!isNew && present !== null && present.retryAt >= retryAt) return;
    show({ cause, retryAt });
    clearTimeout(timer);
    timer = setTimeout(interruption.tryNow, pause);
  },

  /** Reads succeed again. */
  end(): void {
    tries = 0;
    clearTimeout(timer);
    if (present !== null) show(null);
  },

  tryNow: (): void => {
    clearTimeout(timer);
    if (present !== null) show({ ...present, retryAt: Date.now() });
    retry();
  },
};

function show(next: Interruption | null): void {
  present = next;
  for (const listener of listeners) listener();
}
