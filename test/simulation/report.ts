import type { Scenario } from './scenario.js';
import { Trace } from './trace.js';

/** The result of one seed. */
export interface Report {
  readonly seed: number;
  readonly scenario: Scenario;
  /** The broken rules, with details; empty if the engine kept all of them. */
  readonly violations: readonly string[];
  /** Equal for equal runs. */
  readonly digest: string;
  readonly trace: Trace;
  readonly deliveries: number;
  readonly posts: number;
  /** The POSTs whose outcome is in the log. */
  readonly logged: number;
  /** The number of times that a process lost its right to attempt a delivery. */
  readonly losses: number;
  /** The number of POSTs that were both ordered and limited per second. */
  readonly inTurnAndLimited: number;
  /** The number of pages of subscriptions that were read after a first page. */
  readonly furtherPages: number;
  readonly virtualSeconds: number;
}

const TAIL = 80;

/** The facts for investigating a failure: the seed, the broken rules, the scenario, and the end of the trace. */
export function failureText({ seed, scenario, violations, trace }: Report, lines = TAIL): string {
  return [
    `Seed ${seed} broke these rules:`,
    ...violations.map((violation) => `  ${violation}`),
    `Its scenario: ${JSON.stringify(scenario)}`,
    `The last ${lines} steps (for all of them: npm run simulate -- --seed ${seed}):`,
    ...trace.lines(lines),
  ].join('\n');
}
