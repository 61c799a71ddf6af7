interface KeptSeeds {
  readonly showed: string;
  readonly seeds: readonly number[];
}

/**
 * Seeds that have broken the promise once, and what they showed. Whoever changes how a world is drawn gives them
 * another world; they are kept all the same, for they cost nothing.
 */
export const KEPT_SEEDS: readonly KeptSeeds[] = [
  { showed: 'a lane written over the session of its next owner, and its events lost', seeds: [91] },
  { showed: 'a lease for a straggler that came after its outcome and undid it', seeds: [48, 121, 237] },
  { showed: 'a late cancelling that took what had been accepted after the undo', seeds: [317] },
  { showed: 'a lane given back by a stopping process with an event that nobody had sent', seeds: [395] },
  {
    showed: 'new events lost beside known ones, because a question failed after the commit',
    seeds: [1354, 2093, 2294, 2380],
  },
  { showed: 'a subscription deleted while its process heard of no changes, and posts to it', seeds: [8_158] },
  { showed: 'an outcome that the database refused, and no other attempt', seeds: [20_206] },
  {
    showed: 'a simulated session that carried out two stalled statements in the wrong order',
    seeds: [203_798],
  },
];

/** The same for worlds as they are drawn today. */
export const RECENT_SEEDS: readonly KeptSeeds[] = [
  { showed: 'a recovery of what another one had delivered since it was read', seeds: [1_004_472] },
  { showed: 'the delays of a delivery that was recovered twice, misjudged', seeds: [1_005_916] },
];
