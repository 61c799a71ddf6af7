import { loadavg } from 'node:os';
import { WrongUsage } from '../src/shared/command-options.js';
import { Bench } from './harness/bench.js';
import { limitsOf } from './harness/limits.js';
import { machineOf } from './harness/machine.js';
import { type Finding, printPage } from './harness/page.js';
import { readOptions } from './harness/options.js';
import { keep, print, say } from './harness/report.js';
import type { ScenarioResult } from './harness/result.js';
import type { Scenario } from './scenarios/scenario.js';
import { scenarios } from './scenarios/scenarios.js';

/**
 * `npm run bench -- [<scenario>...] [--rounds n] [...]`: runs the named scenarios and prints the table of each. Without
 * names it runs all of them at a smaller size, and prints one page at the end.
 */
async function run(args: readonly string[]): Promise<void> {
  const { scenarios: names, options } = readOptions(args);
  const unknown = names.filter((wanted) => !scenarios.some(({ name }) => name === wanted));
  if (unknown.length > 0) {
    const known = scenarios.map(({ name, shows }) => `  ${name.padEnd(14)}${shows}`);
    throw new WrongUsage(
      `There is no scenario ${unknown.join(', ')}. The scenarios are:\n${known.join('\n')}`,
    );
  }
  const bench = await Bench.start(options);
  try {
    const machine = await machineOf(bench);
    const { node, cores, cpu, database, load } = machine;
    say(
      `Node ${node}, PostgreSQL ${database['server_version']}, ${cores} cores (${cpu}), load ${load.toFixed(2)}`,
    );
    if (!machine.isQuiet) say('Other programs use this machine: only ratios within a round are meaningful.');
    const limits = await limitsOf(bench);
    print(limits, machine);
    const isWhole = names.length === 0;
    const findings: Finding[] = [];
    for (const scenario of isWhole ? scenarios : scenarios.filter(({ name }) => names.includes(name))) {
      const begun = performance.now();
      const result = await (isWhole ? orFailure(scenario, bench) : scenario.run(bench));
      if (!isWhole) print(result, machine);
      const seconds = Math.round((performance.now() - begun) / 1_000);
      say(`  ${isWhole ? `${scenario.name}: ` : ''}${seconds} s, load now: ${loadavg()[0]?.toFixed(2)}`);
      findings.push({ scenario, result });
    }
    if (isWhole) printPage(findings, machine, options);
    const results = [limits, ...findings.map(({ result }) => result)];
    say(`\n${keep(machine, results)}`);
  } finally {
    await bench.stop();
  }
}

/** If a scenario fails, the run of all scenarios continues, and its page says so. */
async function orFailure(scenario: Scenario, bench: Bench): Promise<ScenarioResult> {
  try {
    return await scenario.run(bench);
  } catch (error) {
    process.exitCode = 1;
    const reason = error instanceof Error ? error.message : String(error);
    return { scenario: scenario.shows, measures: [], notes: [`This could not be measured: ${reason}`] };
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
