/** How many attempts to claim: in all, and per queue. */
export interface ClaimBounds {
  readonly total: number;
  readonly perQueue: number;
  /** Queues to leave out. */
  readonly exceptFor: readonly number[];
  /** Queues in which attempts wait already. */
  readonly occupied: readonly number[];
}
