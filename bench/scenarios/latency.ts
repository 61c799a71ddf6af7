import { DurableEngine } from '../contestants/durable-engine.js';
import { offer, type PacedEvent } from '../contestants/paced-load.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import type { Measure } from '../harness/result.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import { World } from '../harness/world.js';
import type { Scenario } from './scenario.js';

const RATES = [200, 1_000];
const SECONDS = 5;

/** The time from an accepted event to its receiver, without a queue. */
export const latency: Scenario = {
  name: 'latency',
  asks: 'How soon after its acceptance is an event posted?',
  shows: 'accepted → POST at 200 and 1,000 events per second',
  async run(bench) {
    const world = new World(ENDPOINTS, (id) => `http://127.0.0.1:${bench.plainPort}/timed/${id}`);
    const durable = await DurableEngine.start(
      'paced',
      await bench.database.create(),
      world,
      bench.plainTransport(),
    );
    await durable.deliver(bench.options.warmUp);
    await bench.receiver.received();
    const waits = new Map<number, Waits[]>(RATES.map((rate) => [rate, []]));
    for (let round = 0; round < bench.options.rounds; round++) {
      for (const rate of RATES) waits.get(rate)?.push(await waitsAt(bench, durable, world, rate));
    }
    await durable.close();
    return {
      scenario: latency.shows,
      measures: RATES.flatMap((rate) => measuresOf(rate, waits.get(rate) ?? [])),
      notes: [
        'Single events in an open loop, in process, over plain HTTP to 50 endpoints on connections that are kept.',
        'An event may arrive at its receiver before its caller gets the answer. That counts as 0.',
      ],
    };
  },
};

interface Waits {
  readonly fromAccepted: readonly number[];
  readonly fromOffered: readonly number[];
}

async function waitsAt(bench: Bench, durable: DurableEngine, world: World, rate: number): Promise<Waits> {
  const offered = await offer(world, (events) => durable.accept(events), rate, rate * SECONDS);
  await durable.idle();
  const arrivals = new Map((await bench.receiver.received()).arrivals);
  const since = (start: (event: PacedEvent) => number): number[] =>
    offered.map((event) => Math.max(0, (arrivals.get(event.number) ?? Number.NaN) - start(event)));
  return {
    fromAccepted: since(({ acceptedAt }) => acceptedAt),
    fromOffered: since(({ offeredAt }) => offeredAt),
  };
}

function measuresOf(rate: number, rounds: readonly Waits[]): Measure[] {
  const at = (share: number, pick: (waits: Waits) => readonly number[]) =>
    spreadOf(rounds.map((waits) => percentile(pick(waits), share)));
  const accepted = ({ fromAccepted }: Waits): readonly number[] => fromAccepted;
  const offered = ({ fromOffered }: Waits): readonly number[] => fromOffered;
  return [
    {
      what: `p99 at ${rate}/s`,
      unit: 'ms',
      spread: at(0.99, accepted),
      target: { atMost: 10 },
      isAbsolute: true,
    },
    { what: `  p50`, unit: 'ms', spread: at(0.5, accepted) },
    { what: `  p50 from offered`, unit: 'ms', spread: at(0.5, offered) },
    { what: `  p99 from offered`, unit: 'ms', spread: at(0.99, offered) },
  ];
}
