import type { Scenario } from './scenario.js';
import { Trace } from './trace.js';

/** What came of one seed. */
export interface Report {
  readonly seed: number;
  readonly scenario: Scenario;
  /** Rules that were broken, and by what; empty when the promise held. */
  readonly violations: readonly string[];
  /** Equal for equal runs. */
  readonly digest: string;
  readonly trace: Trace;
  readonly deliveries: number;
  readonly posts: number;
  /** POSTs whose outcome stands in the log. */
  readonly logged: number;
  /** How often a holder lost what it held. */
  readonly losses: number;
  /** POSTs that had both to wait for their turn and to keep to a limit per second. */
  readonly inTurnAndLimited: number;
  /** Pages of subscriptions that were read after a first one. */
  readonly furtherPages: number;
  readonly virtualSeconds: number;
}

const TAIL = 80;

/** What whoever looks into a failure needs: the seed, the rules, the world, and what happened last. */
export function told({ seed, scenario, violations, trace }: Report, lines = TAIL): string {
  return [
    `Seed ${seed} broke the promise:`,
    ...violations.map((violation) => `  ${violation}`),
    `The world: ${JSON.stringify(scenario)}`,
    `The last ${lines} things that happened (all of them: npm run simulate -- --seed ${seed}):`,
    ...trace.lines(lines),
  ].join('\n');
}
