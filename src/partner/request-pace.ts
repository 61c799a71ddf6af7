import { recentlyUsed } from '../shared/recently-used.js';
import { setTimeout as delay } from 'node:timers/promises';

/** Requests of a partner that begin in a second in one process. A limit above 6,000 a minute raises it. */
const USUAL_PER_SECOND = 100;
/** The burst that begins at once before requests are spread: as many requests as begin in this time. */
const BURST_MS = 1_000;
/** Partners whose pace is remembered, the most recently used ones. */
const REMEMBERED_PARTNERS = 10_000;

/**
 * Spreads the requests of a partner over time, so that a minute's limit used at once does not keep the thread from
 * other partners. A request that comes too early waits, for a third of a second at most, because no more than 32
 * requests of a partner are in progress.
 */
export class RequestPace {
  private readonly gapMs: number;
  /** For each partner, the start of its next request after those so far, as performance.now. */
  private readonly spreadUntil = recentlyUsed<number, number>(REMEMBERED_PARTNERS);

  /** @param perMinute the limit of a partner, which raises the pace if it is above 6,000 */
  constructor(
    perMinute: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.gapMs = 1_000 / Math.max(USUAL_PER_SECOND, perMinute / 60);
  }

  /** Resolves when the partner's next request may begin. */
  async turn(partnerId: number): Promise<void> {
    const waitMs = this.claim(partnerId);
    if (waitMs > 0) await delay(waitMs);
  }

  /** Reserves the start of the partner's next request. Returns the time until then, in milliseconds. */
  claim(partnerId: number): number {
    const now = this.now();
    const until = Math.max(now, this.spreadUntil.get(partnerId) ?? 0) + this.gapMs;
    this.spreadUntil.set(partnerId, until);
    return Math.max(0, until - now - BURST_MS);
  }
}
