import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 200;
const MAX_MS = 5_000;
const MAX_JITTER = 0.2;

/** Exponential backoff between retries, up to five seconds, with jitter. */
export class Backoff {
  private count = 0;

  /** The number of pauses since the last success. */
  get failures(): number {
    return this.count;
  }

  succeeded(): void {
    this.count = 0;
  }

  /** @throws the signal's reason if it aborts */
  async pause(until: AbortSignal): Promise<void> {
    const planned = Math.min(FIRST_MS * 2 ** this.count, MAX_MS);
    this.count += 1;
    await delay(planned * (1 + MAX_JITTER * Math.random()), undefined, { signal: until });
  }
}
