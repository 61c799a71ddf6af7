/** Limits of one process. */
export interface DispatchLimits {
  /** Attempts in flight: in total, per partner, and per queue (subscription or company). */
  readonly inFlight: number;
  readonly inFlightPerPartner: number;
  readonly inFlightPerQueue: number;
  /**
   * The share of all places, and of each partner's, that is reserved for queues with nothing in flight. When many
   * endpoints start to hang at once, most of them occupy a single place, so others still find one.
   */
  readonly keptForFirst: number;
  /** Attempts waiting in memory: in all, and per queue. Others wait in the database. */
  readonly waiting: number;
  readonly waitingPerQueue: number;
  /** Bytes of the bodies of all attempts, waiting or in flight. */
  readonly bytes: number;
}

export const DISPATCH_LIMITS: DispatchLimits = {
  inFlight: 1_024,
  inFlightPerPartner: 256,
  inFlightPerQueue: 10,
  keptForFirst: 1 / 2,
  waiting: 10_000,
  waitingPerQueue: 500,
  bytes: 64 * 1_048_576,
};
