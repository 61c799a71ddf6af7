/** How much to claim: in all, and per queue, which is a subscription. */
export interface ClaimBounds {
  readonly total: number;
  readonly perQueue: number;
  /** Queues that nothing shall be claimed for. */
  readonly exceptFor: readonly number[];
}
