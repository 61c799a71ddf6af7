import { PLANTED_ATTEMPT_BUGS } from './attempt-bugs.js';
import { PLANTED_LANE_BUGS } from './lane-bugs.js';
import { PLANTED_OUTCOME_BUGS } from './outcome-bugs.js';
import type { PlantedBug } from './planted-bug.js';
import { PLANTED_SUBSCRIPTION_BUGS } from './subscription-bugs.js';
import { PLANTED_TURN_BUGS } from './turn-bugs.js';

/** All bugs that the simulation must notice. */
export const PLANTED_BUGS: readonly PlantedBug[] = [
  ...PLANTED_LANE_BUGS,
  ...PLANTED_OUTCOME_BUGS,
  ...PLANTED_ATTEMPT_BUGS,
  ...PLANTED_SUBSCRIPTION_BUGS,
  ...PLANTED_TURN_BUGS,
];
