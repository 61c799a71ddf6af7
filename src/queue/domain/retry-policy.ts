const MAX_JITTER = 0.1;
const DAY_MS = 86_400_000;

/** When a failed delivery is tried again, and when it is given up. */
export class RetryPolicy {
  /**
   * @param scheduleMs the delay after each failed attempt; after one failure more than it has entries the delivery is
   *   given up.
   * @param random a number from 0 to 1, for the jitter.
   */
  constructor(
    readonly scheduleMs: readonly number[],
    private readonly random: () => number,
  ) {}

  /**
   * Milliseconds until the next attempt after this many failures, or null when there is none.
   * @param retryAfterMs what the receiver asked for: it only lengthens the delay, up to 24 hours.
   */
  delayAfter(failures: number, retryAfterMs = 0): number | null {
    const planned = this.scheduleMs[failures - 1];
    if (planned === undefined) return null;
    const jittered = planned * (1 + MAX_JITTER * this.random());
    return Math.round(Math.max(jittered, Math.min(retryAfterMs, DAY_MS)));
  }

  /** Milliseconds from a delivery's next attempt to the one that would be its last, were all of them to fail. */
  remainingAfter(failures: number): number {
    return this.scheduleMs.slice(failures).reduce((sum, delay) => sum + delay, 0);
  }

  /** True when half of a delivery's retries, rounded down, are used up: the next one is in the second half. */
  isLate(failures: number): boolean {
    return failures > this.scheduleMs.length / 2;
  }
}
