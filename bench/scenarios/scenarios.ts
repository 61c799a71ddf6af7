import { cost } from './cost.js';
import { hanging } from './hanging.js';
import { latency } from './latency.js';
import { matching } from './matching.js';
import { naive } from './naive.js';
import { peers } from './peers.js';
import { Scenario } from './scenario.js';
import { throughput } from './throughput.js';
import { tls } from './tls.js';

/** Every scenario, in the order in which a whole run takes them. To add one, add one entry. */
export const scenarios: readonly Scenario[] = [
  throughput,
  tls,
  naive,
  peers,
  cost,
  latency,
  hanging,
  matching,
];
