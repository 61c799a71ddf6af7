import { Bench } from '../harness/bench.js';
import type { ScenarioResult } from '../harness/result.js';

/** A measurement. */
export interface Scenario {
  readonly name: string;
  /** The question it answers, for a reader who does not know the code. */
  readonly asks: string;
  /** One line for the list of scenarios. */
  readonly shows: string;
  run(bench: Bench): Promise<ScenarioResult>;
}
