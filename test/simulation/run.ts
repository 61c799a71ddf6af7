import { parseArgs } from 'node:util';
import { told } from './report.js';
import { simulate } from './simulate.js';

/** `npm run simulate -- --seeds 5000 --from 1`, or `-- --seed 77` for one seed with all that happens in it. */
const { values } = parseArgs({
  options: { seeds: { type: 'string' }, from: { type: 'string' }, seed: { type: 'string' } },
});

const SUMMED = ['deliveries', 'posts', 'losses', 'inTurnAndLimited', 'virtualSeconds'] as const;

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** @throws when it is anything but a whole number */
function whole(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number)) throw new RangeError(`${text} is not a whole number.`);
  return number;
}

async function runOne(seed: number): Promise<boolean> {
  const report = await simulate(seed);
  print(report.trace.lines().join('\n'));
  print(`\n${JSON.stringify(report.scenario)}\n${report.violations.join('\n') || 'The promise held.'}`);
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
      print(told(report));
    }
    if ((seed - from + 1) % 500 === 0) print(`${seed - from + 1} seeds`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const hours = (sums.virtualSeconds / 3_600).toFixed(1);
  print(
    `${count} seeds in ${seconds} s: ${hours} virtual hours, ${sums.deliveries} deliveries, ${sums.posts} POSTs, ` +
      `${sums.inTurnAndLimited} of them in turn and limited, ${sums.losses} holders that lost what they held; ${failed.length} failed. ${failed.join(' ')}`,
  );
  return failed.length === 0;
}

const held =
  values.seed === undefined
    ? await runMany(whole(values.from ?? '1'), whole(values.seeds ?? '5000'))
    : await runOne(whole(values.seed));
process.exitCode = held ? 0 : 1;
