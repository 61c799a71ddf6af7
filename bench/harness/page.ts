import type { Scenario } from '../scenarios/scenario.js';
import type { Machine } from './machine.js';
import type { Options } from './options.js';
import { figure, say, targetOf } from './report.js';
import { type Measure, type ScenarioResult, verdictOf } from './result.js';

/** The lines of one scenario. */
const MAX_LINES = 6;

/** A scenario of a run of all scenarios, with its result. */
export interface Finding {
  readonly scenario: Scenario;
  readonly result: ScenarioResult;
}

/** Prints the results of a run on one page, for a reader who knows neither the code nor the documentation. */
export function printPage(findings: readonly Finding[], machine: Machine, { rounds }: Options): void {
  const { date, node, cores, cpu, database, load, isQuiet } = machine;
  const judged = findings.flatMap(({ result }) => result.measures).map((one) => verdictOf(one, isQuiet));
  const count = (verdict: string) => judged.filter((one) => one === verdict).length;
  say(`\nLivery, measured on ${date.slice(0, 10)}`);
  say(`Node ${node}, PostgreSQL ${database['server_version']}, ${cores} cores (${cpu}).`);
  say(
    isQuiet
      ? `Nothing else used the machine before the run (load ${load.toFixed(2)}).`
      : `Other programs use the machine (load ${load.toFixed(2)}): trust only the ratios.`,
  );
  say(`Each figure is the median of the rounds, ${rounds} of most, with the smallest and the largest.`);
  say('The contestants of a question take turns, and a ratio without a unit is formed within a round.');
  say(
    `Targets: ${count('met')} met, ${count('missed')} missed, ${count('not judged')} not judged for the load.`,
  );
  for (const { scenario, result } of findings) {
    say(`\n${scenario.name}: ${scenario.asks}`);
    for (const line of linesOf(result, machine)) say(`  ${line}`);
  }
  say('\n`npm run bench -- <name>` measures one of these at full length, with all figures.');
}

/** The figures with targets, missed ones first. Without any, the first figure. */
function linesOf({ measures, notes }: ScenarioResult, { isQuiet }: Machine): readonly string[] {
  if (measures.length === 0) return notes;
  const lineFor = (measure: Measure) => lineOf(measure, isQuiet);
  const withTarget = measures.filter(({ target }) => target !== undefined);
  if (withTarget.length === 0) return measures.slice(0, 1).map(lineFor);
  const isMissed = (measure: Measure) => verdictOf(measure, isQuiet) === 'missed';
  const shown = [...withTarget.filter(isMissed), ...withTarget.filter((one) => !isMissed(one))];
  const rest = shown.length - MAX_LINES;
  const end = rest > 0 ? [`and ${rest} more in the file below`] : [];
  return [...shown.slice(0, MAX_LINES).map(lineFor), ...end];
}

function lineOf(measure: Measure, isQuiet: boolean): string {
  const { what, unit, spread, target } = measure;
  const { median, min, max } = spread;
  const range = min === max ? '' : ` (${figure(min)} .. ${figure(max)})`;
  const verdict = target === undefined ? '' : `${targetOf(target)} ${verdictOf(measure, isQuiet) ?? ''}`;
  const found = `${figure(median)}${range} ${unit}`.trim();
  return `${verdict.padEnd(18)}${what.trim()}: ${found}`;
}
