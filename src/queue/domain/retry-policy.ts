const MAX_JITTER = 0.1;
const DAY_MS = 86_400_000;

/** Decides when a failed delivery is attempted again, and when its retries are used up. */
export class RetryPolicy {
  /**
   * @param scheduleMs the delay after each failed attempt. One failure more than entries uses up all retries
   * @param random returns a number from 0 to 1, for the jitter
   */
  constructor(
    readonly scheduleMs: readonly number[],
    private readonly random: () => number,
  ) {}

  /**
   * Milliseconds until the next attempt after this many failures, or null if there is none.
   * @param retryAfterMs the receiver's Retry-After, which can only lengthen the delay, up to 24 hours
   */
  delayAfter(failures: number, retryAfterMs = 0): number | null {
    const planned = this.scheduleMs[failures - 1];
    if (planned === undefined) return null;
    const jittered = planned * (1 + MAX_JITTER * this.random());
    return Math.round(Math.max(jittered, Math.min(retryAfterMs, DAY_MS)));
  }

  /** Milliseconds from a delivery's next attempt to its last one, if all of them fail. */
  remainingAfter(failures: number): number {
    return this.scheduleMs.slice(failures).reduce((sum, delay) => sum + delay, 0);
  }

  /** True if half of a delivery's retries, rounded down, are used up. */
  isLate(failures: number): boolean {
    return failures > this.scheduleMs.length / 2;
  }
}
