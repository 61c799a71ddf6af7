import { Bench } from '../harness/bench.js';
import type { ScenarioResult } from '../harness/result.js';

/** Something to be measured. */
export interface Scenario {
  readonly name: string;
  /** One line for the list of scenarios. */
  readonly shows: string;
  run(bench: Bench): Promise<ScenarioResult>;
}
