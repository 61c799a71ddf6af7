interface KeptSeeds {
  readonly showed: string;
  readonly seeds: readonly number[];
}

/**
 * Seeds that once broke a rule, and the bug that they showed. A change to how worlds are drawn gives them other worlds,
 * but running them costs little.
 */
export const KEPT_SEEDS: readonly KeptSeeds[] = [
  { showed: 'a lane wrote over the session of its next owner, and its events were lost', seeds: [91] },
  { showed: 'a lease of a slow first attempt came after its outcome and undid it', seeds: [48, 121, 237] },
  { showed: 'a late cancellation took deliveries accepted after the undo', seeds: [317] },
  { showed: 'a stopping process gave back a lane with an unsent event', seeds: [395] },
  {
    showed: 'new events beside known ones were lost, because a query failed after the commit',
    seeds: [1354, 2093, 2294, 2380],
  },
  { showed: 'a process that received no notices posted to a deleted subscription', seeds: [8_158] },
  { showed: 'an outcome that the database refused was never attempted again', seeds: [20_206] },
  {
    showed: 'a simulated session ran two stalled statements in the wrong order',
    seeds: [203_798],
  },
];

/** The same, for worlds as they are drawn now. */
export const RECENT_SEEDS: readonly KeptSeeds[] = [
  { showed: 'a recovery repeated a delivery that another recovery had completed', seeds: [1_004_472] },
  { showed: 'the verdict misjudged the delays of a delivery recovered twice', seeds: [1_005_916] },
];
