import { DurableEngine } from '../contestants/durable-engine.js';
import { monotonicMs, offer } from '../contestants/paced-load.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import { World } from '../harness/world.js';
import type { Scenario } from './scenario.js';

const RATE = 500;
const SECONDS = 6;
const HANGING = 1;

/** The results for the healthy endpoints in one run. */
export interface HangingRun {
  readonly p99: number;
  /** Deliveries to healthy endpoints, relative to the offered rate. */
  readonly share: number;
}

/** Whether an endpoint that never answers affects the others. */
export const hanging: Scenario = {
  name: 'hanging',
  asks: 'Do healthy endpoints notice one of 50 that hangs?',
  shows: '1 of 50 endpoints hanging, 500 events per second',
  async run(bench) {
    const healthy: HangingRun[] = [];
    const beset: HangingRun[] = [];
    const again: HangingRun[] = [];
    for (let round = 0; round < bench.options.rounds; round++) {
      healthy.push(await runWith(bench, 0));
      beset.push(await runWith(bench, HANGING));
      again.push(await runWith(bench, 0));
    }
    const p99 = (runs: readonly HangingRun[]) => spreadOf(runs.map((run) => run.p99));
    const toHealthy = (runs: readonly HangingRun[]) =>
      spreadOf(runs.map((run, round) => run.p99 / (healthy[round]?.p99 ?? Number.NaN)));
    return {
      scenario: hanging.shows,
      measures: [
        {
          what: 'p99 of the healthy, hanging / none hanging',
          unit: '',
          spread: toHealthy(beset),
          target: { atMost: 2 },
        },
        { what: '  the same, none hanging again / none hanging', unit: '', spread: toHealthy(again) },
        {
          what: 'healthy delivered / offered',
          unit: '',
          spread: spreadOf(beset.map(({ share }) => share)),
          target: { atLeast: 0.97 },
        },
        { what: 'p99 with one hanging', unit: 'ms', spread: p99(beset) },
        { what: 'p99 with none', unit: 'ms', spread: p99(healthy) },
      ],
      notes: [
        `From accepted to the POST; ${SECONDS} s in each round, a fresh engine and database for each run.`,
      ],
    };
  },
};

/** Offers events at the usual rate to this many endpoints, the first of which hang. */
export async function runWith(bench: Bench, hangingOnes: number, endpoints = ENDPOINTS): Promise<HangingRun> {
  const world = new World(
    endpoints,
    (id) => `http://127.0.0.1:${bench.plainPort}/${id <= hangingOnes ? 'hang' : 'timed'}/${id}`,
  );
  const durable = await DurableEngine.start(
    'beset',
    await bench.database.create(),
    world,
    bench.plainTransport(),
  );
  const accept = (events: Parameters<typeof durable.engine.intake.accept>[0]): Promise<unknown> =>
    durable.engine.intake.accept(events);
  await offer(world, accept, RATE, RATE);
  await bench.receiver.received();
  const start = monotonicMs();
  const offered = await offer(world, accept, RATE, RATE * SECONDS);
  const end = monotonicMs();
  const arrivals = new Map((await bench.receiver.received()).arrivals);
  const healthy = offered.filter(({ partnerId }) => partnerId > hangingOnes);
  const waits = healthy.flatMap(({ number, acceptedAt }) => {
    const arrivedAt = arrivals.get(number);
    return arrivedAt === undefined ? [] : [Math.max(0, arrivedAt - acceptedAt)];
  });
  await durable.close();
  const offeredRate = (RATE * healthy.length) / offered.length;
  return { p99: percentile(waits, 0.99), share: waits.length / ((end - start) / 1_000) / offeredRate };
}
