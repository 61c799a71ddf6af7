import { recentlyUsed } from '../shared/recently-used.js';
import { setTimeout as delay } from 'node:timers/promises';

/** A partner may make this many requests a second in one process, whatever its limit for a minute. */
const USUAL_PER_SECOND = 100;
/** Requests that begin at once before the pace is kept, in milliseconds of the pace: a second's worth. */
const BURST_MS = 1_000;
/** The pace of others is forgotten first; each is one number. */
const REMEMBERED_PARTNERS = 10_000;

/**
 * Spreads the requests of a partner over the second, so that a minute's worth of them at once does not take the thread
 * from everyone else. A request that is too early waits for its turn: for a third of a second at most, because no more
 * than 32 of a partner are in progress.
 */
export class RequestPace {
  private readonly gapMs: number;
  /** By partner, the time at which its requests so far are spread out, as performance.now. */
  private readonly spreadUntil = recentlyUsed<number, number>(REMEMBERED_PARTNERS);

  /** @param perMinute the partner's limit, which raises the pace if it is above 6,000 */
  constructor(
    perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.gapMs = 1_000 / Math.max(USUAL_PER_SECOND, perMinute / 60);
  }

  /** Resolves when it is the request's turn. */
  async turn(partnerId: number): Promise<void> {
    const waitMs = this.claim(partnerId);
    if (waitMs > 0) await delay(waitMs);
  }

  /** Takes the partner's next place. Returns the time until then, in milliseconds. */
  claim(partnerId: number): number {
    const now = this.now();
    const until = Math.max(now, this.spreadUntil.get(partnerId) ?? 0) + this.gapMs;
    this.spreadUntil.set(partnerId, until);
    return Math.max(0, until - now - BURST_MS);
  }
}
