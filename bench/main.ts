import { loadavg } from 'node:os';
import { Bench } from './harness/bench.js';
import { limitsOf } from './harness/limits.js';
import { machineOf } from './harness/machine.js';
import { readOptions } from './harness/options.js';
import { keep, print, say } from './harness/report.js';
import type { ScenarioResult } from './harness/result.js';
import { scenarios } from './scenarios/scenarios.js';

/** Runs the scenarios that are named, or all of them: `npm run bench -- <scenario>... [--rounds n] [...]`. */
async function run(args: readonly string[]): Promise<void> {
  const { scenarios: names, options } = readOptions(args);
  const unknown = names.filter((wanted) => !scenarios.some(({ name }) => name === wanted));
  if (unknown.length > 0) {
    const known = scenarios.map(({ name, shows }) => `  ${name.padEnd(14)}${shows}`);
    throw new Error(`There is no scenario ${unknown.join(', ')}. There are:\n${known.join('\n')}`);
  }
  const bench = await Bench.start(options);
  try {
    const machine = await machineOf(bench);
    const { node, cores, cpu, database, load } = machine;
    say(
      `Node ${node}, PostgreSQL ${database['server_version']}, ${cores} cores (${cpu}), load ${load.toFixed(2)}`,
    );
    if (!machine.isQuiet) say('Others use this machine: only the ratios of rounds in turn mean something.');
    const limits = await limitsOf(bench);
    print(limits, machine);
    const results: ScenarioResult[] = [limits];
    for (const scenario of scenarios.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const result = await scenario.run(bench);
      print(result, machine);
      say(`  load now: ${loadavg()[0]?.toFixed(2)}`);
      results.push(result);
    }
    say(`\n${keep(machine, results)}`);
  } finally {
    await bench.stop();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
