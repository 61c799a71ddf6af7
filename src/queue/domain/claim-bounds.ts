/** How many attempts to claim, in total and per queue. */
export interface ClaimBounds {
  readonly total: number;
  readonly perQueue: number;
  /** Queues to skip. */
  readonly exceptFor: readonly number[];
  /** Queues with waiting attempts. */
  readonly occupied: readonly number[];
}
