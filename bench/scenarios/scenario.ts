import { Bench } from '../harness/bench.js';
import { ScenarioResult } from '../harness/result.js';

/** Something that ENGINE wants shown. */
export interface Scenario {
  readonly name: string;
  /** One line for the list of scenarios. */
  readonly shows: string;
  run(bench: Bench): Promise<ScenarioResult>;
}
