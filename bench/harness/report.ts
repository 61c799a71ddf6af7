import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Machine } from './machine.js';
import { type Measure, type ScenarioResult, type Target, verdictOf } from './result.js';

const FOLDER = path.resolve('bench/results');

/** Prints the result of a scenario as a table. */
export function print({ scenario, measures, notes }: ScenarioResult, { isQuiet }: Machine): void {
  const rows = [
    ['', 'median', 'min .. max', '', 'target', ''],
    ...measures.map((measure) => [
      measure.what,
      figure(measure.spread.median),
      `${figure(measure.spread.min)} .. ${figure(measure.spread.max)}`,
      measure.unit,
      measure.target === undefined ? '' : targetOf(measure.target),
      verdictOf(measure, isQuiet) ?? '',
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  say(`\n${scenario}`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 1 || column === 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    say(`  ${cells.join('  ').trimEnd()}`);
  }
  for (const note of notes) say(`  ${note}`);
}

/** Stores a run as JSON in bench/results. Returns the file. */
export function keep(machine: Machine, results: readonly ScenarioResult[]): string {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${machine.date.replaceAll(/[-:]/g, '').slice(0, 15)}.json`);
  const measured = results.map((result) => ({
    ...result,
    measures: result.measures.map((measure: Measure) => ({
      ...measure,
      verdict: verdictOf(measure, machine.isQuiet),
    })),
  }));
  writeFileSync(file, `${JSON.stringify({ machine, results: measured }, null, 2)}\n`);
  return file;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function targetOf({ atLeast, atMost }: Target): string {
  return atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`;
}

/** Rounds to three significant digits. */
export function figure(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
