import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 200;
const LONGEST_MS = 5_000;
const MAX_JITTER = 0.2;

/** Pauses between tries, each twice as long as the one before, up to five seconds. */
export class Backoff {
  private count = 0;

  /** Pauses since the last success. */
  get failures(): number {
    return this.count;
  }

  succeeded(): void {
    this.count = 0;
  }

  /** @throws the signal's reason, when it is aborted */
  async pause(until: AbortSignal): Promise<void> {
    const planned = Math.min(FIRST_MS * 2 ** this.count, LONGEST_MS);
    this.count += 1;
    await delay(planned * (1 + MAX_JITTER * Math.random()), undefined, { signal: until });
  }
}
