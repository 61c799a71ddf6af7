import { caches } from './caches.js';
import { cellDown } from './cell-down.js';
import { cells } from './cells.js';
import { cost } from './cost.js';
import { crowd } from './crowd.js';
import { emails } from './emails.js';
import { hanging } from './hanging.js';
import { hostile } from './hostile.js';
import { history } from './history.js';
import { hostileMatching } from './hostile-matching.js';
import { http } from './http.js';
import { kill } from './kill.js';
import { latency } from './latency.js';
import { log } from './log.js';
import { matching } from './matching.js';
import { memory } from './memory.js';
import { naive } from './naive.js';
import { ordering } from './ordering.js';
import { partners } from './partners.js';
import { peers } from './peers.js';
import { rendering } from './rendering.js';
import type { Scenario } from './scenario.js';
import { service } from './service.js';
import { start } from './start.js';
import { tenancy } from './tenancy.js';
import { throughput } from './throughput.js';
import { tls } from './tls.js';

/** Every scenario, in the order of a run of all. To add one, add one entry. */
export const scenarios: readonly Scenario[] = [
  throughput,
  tls,
  naive,
  peers,
  cost,
  tenancy,
  http,
  cells,
  cellDown,
  service,
  latency,
  ordering,
  hanging,
  crowd,
  history,
  log,
  matching,
  partners,
  hostileMatching,
  memory,
  start,
  kill,
  emails,
  hostile,
  rendering,
  caches,
];
