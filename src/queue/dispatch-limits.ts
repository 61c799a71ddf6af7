/** Bounds of what one process holds and does at once. */
export interface DispatchLimits {
  /** Attempts in flight: in all, per partner, per subscription (or whatever else has queues). */
  readonly inFlight: number;
  readonly inFlightPerPartner: number;
  readonly inFlightPerQueue: number;
  /**
   * The part of those in all, and of those of a partner, that is kept for queues with nothing in flight. However many
   * endpoints begin to hang together, most of them get no more than one place, and the others find one too.
   */
  readonly keptForFirst: number;
  /** Attempts waiting in memory: in all, and per queue. What does not fit waits in the database. */
  readonly waiting: number;
  readonly waitingPerQueue: number;
  /** Bytes of the bodies of all attempts held, waiting or in flight. */
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
