import { DurableEngine } from '../contestants/durable-engine.js';
import { MemorySender } from '../contestants/memory-sender.js';
import { Bench } from '../harness/bench.js';
import type { Measure } from '../harness/result.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';

/** The cost of durability: the engine compared with its sender alone. */
export const throughput: Scenario = {
  name: 'throughput',
  asks: 'How fast is delivering when every event is written to the database first, compared with sending alone?',
  shows: 'durable engine / the same sender without a database',
  async run(bench) {
    const durable = await plainEngine(bench);
    const memory = new MemorySender('without a database', bench.plainWorld(), bench.plainTransport());
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(
      bench,
      [durable, memory].map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    await durable.close();
    await memory.close();
    return {
      scenario: throughput.shows,
      measures: [
        {
          what: 'ratio',
          unit: '',
          spread: rounds.ratio(durable.name, memory.name),
          target: { atLeast: 0.8 },
        },
        senderRatioOf(rounds, durable.name, memory.name),
        ...ratesOf(rounds, [durable.name, memory.name]),
      ],
      notes: [
        `Documents of ${bench.plainWorld().documentBytes} bytes, signed, to 50 endpoints over plain HTTP.`,
      ],
    };
  },
};

/** The durable engine with the usual endpoints over plain HTTP, on a database of its own. */
export async function plainEngine(bench: Bench, name = 'durable engine'): Promise<DurableEngine> {
  return DurableEngine.start(name, await bench.database.create(), bench.plainWorld(), bench.plainTransport());
}

/** The ratio of deliveries per CPU of the sending process. Other programs affect it less than rates. */
export function senderRatioOf(rounds: Rounds, name: string, other: string): Measure {
  return {
    what: '  by CPU of the sender',
    unit: '',
    spread: rounds.ratio(other, name, ({ cpu }) => cpu.sender),
  };
}

/** Deliveries per second of each contestant, and CPU per delivery of each process. */
export function ratesOf(rounds: Rounds, names: readonly string[]): Measure[] {
  return names.flatMap((name) => [
    { what: name, unit: 'deliveries/s', spread: rounds.spread(name, ({ perSecond }) => perSecond) },
    { what: '  CPU of the sender', unit: 'µs each', spread: rounds.spread(name, ({ cpu }) => cpu.sender) },
    {
      what: '  CPU of the database',
      unit: 'µs each',
      spread: rounds.spread(name, ({ cpu }) => cpu.database),
    },
    {
      what: '  CPU of the receiver',
      unit: 'µs each',
      spread: rounds.spread(name, ({ cpu }) => cpu.receiver),
    },
  ]);
}
