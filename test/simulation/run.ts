import { readCommandOptions, WrongUsage } from '../../src/shared/command-options.js';
import { failureText } from './report.js';
import { simulate } from './simulate.js';

/** `npm run simulate -- --seeds 5000 --from 1`, or `-- --seed 77` for one seed with its whole trace. */
const options = { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } } as const;

const SUMMED = ['deliveries', 'posts', 'losses', 'inTurnAndLimited', 'virtualSeconds'] as const;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** @throws WrongUsage unless the text is a whole number */
function whole(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new WrongUsage(`${option} must be a whole number, not ${text}.`);
  return number;
}

async function runOne(seed: number): Promise<boolean> {
  const report = await simulate(seed);
  print(report.trace.lines().join('\n'));
  print(`\n${JSON.stringify(report.scenario)}\n${report.violations.join('\n') || 'All rules were kept.'}`);
  print(`Digest ${report.digest}.`);
  return report.violations.length === 0;
}

async function runMany(from: number, count: number): Promise<boolean> {
  const began = performance.now();
  const failed: number[] = [];
  const sums = { deliveries: 0, posts: 0, losses: 0, inTurnAndLimited: 0, virtualSeconds: 0 };
  for (let seed = from; seed < from + count; seed++) {
    const report = await simulate(seed);
    for (const name of SUMMED) sums[name] += report[name];
    if (report.violations.length > 0) {
      failed.push(seed);
      print(failureText(report));
    }
    if ((seed - from + 1) % 500 === 0) print(`${seed - from + 1} seeds`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const hours = (sums.virtualSeconds / 3_600).toFixed(1);
  print(
    `${count} seeds in ${seconds} s: ${hours} virtual hours, ${sums.deliveries} deliveries, ${sums.posts} POSTs, ` +
      `${sums.inTurnAndLimited} of them ordered and limited, ${sums.losses} attempts lost by their process. ` +
      (failed.length === 0 ? 'No seed failed.' : `${failed.length} seeds failed: ${failed.join(' ')}`),
  );
  return failed.length === 0;
}

/** @returns true if no rule was broken */
async function run(): Promise<boolean> {
  const { seed, from = '1', seeds = '5000' } = readCommandOptions({ options }).values;
  return seed === undefined
    ? runMany(whole('--from', from), whole('--seeds', seeds))
    : runOne(whole('--seed', seed));
}

try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof WrongUsage)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
