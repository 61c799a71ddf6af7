const MAX_JITTER = 0.1;
const DAY_MS = 86_400_000;

/** 2³² divided by the golden ratio: multiples of it are spread evenly, wherever they begin. */
const GOLDEN_STEP = 0x9e3779b1;
const TWO_TO_32 = 4_294_967_296;

/** Decides when a failed delivery is attempted again, and when its retries are used up. */
export class RetryPolicy {
  /**
   * @param scheduleMs the delay after each failed attempt. One failure more than entries uses up all retries
   * @param jitterOf returns a number from 0 to 1, for the jitter: `jitterOfSubscription`, or any random one
   */
  constructor(
    readonly scheduleMs: readonly number[],
    private readonly jitterOf: (subscriptionId: number) => number,
  ) {}

  /**
   * Milliseconds until the next attempt after this many failures, or null if there is none.
   * @param retryAfterMs the receiver's Retry-After, which can only lengthen the delay, up to 24 hours
   * @param subscriptionId 0 for an email
   */
  delayAfter(failures: number, retryAfterMs = 0, subscriptionId = 0): number | null {
    const planned = this.scheduleMs[failures - 1];
    if (planned === undefined) return null;
    const jittered = planned * this.stretchOf(subscriptionId);
    return Math.round(Math.max(jittered, Math.min(retryAfterMs, DAY_MS)));
  }

  /**
   * Milliseconds from a delivery's next attempt to its last one, if all of them fail. Jitter is left out; multiply by
   * `stretchOf` the subscription.
   */
  remainingAfter(failures: number): number {
    return this.scheduleMs.slice(failures).reduce((sum, delay) => sum + delay, 0);
  }

  /** The factor from 1 to 1.1 by which jitter lengthens delays. */
  stretchOf(subscriptionId: number): number {
    return 1 + MAX_JITTER * this.jitterOf(subscriptionId);
  }

  /** True if half of a delivery's retries, rounded down, are used up. */
  isLate(failures: number): boolean {
    return failures > this.scheduleMs.length / 2;
  }
}

/**
 * The jitter of a subscription, the same for all its retries: the time of its deletion is then known in advance, and
 * its oldest delivery is the first to use up its retries.
 */
export function jitterOfSubscription(subscriptionId: number): number {
  return (Math.imul(subscriptionId, GOLDEN_STEP) >>> 0) / TWO_TO_32;
}
