import { NaiveWorker } from '../contestants/naive-worker.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';
import { plainEngine, ratesOf } from './throughput.js';

/** The naive worker makes about a hundredth of the engine's deliveries in the same time. */
const SLOWER = 50;

/** The engine compared with one row, one axios call and one UPDATE at a time. */
export const naive: Scenario = {
  name: 'naive',
  asks: 'How many times as fast is the engine as a naive worker with one row, one request and one update at a time?',
  shows: 'durable engine / a naive worker, one delivery at a time',
  async run(bench) {
    const durable = await plainEngine(bench);
    const worker = await NaiveWorker.start(
      await bench.database.create({ migrated: false }),
      bench.plainWorld(),
    );
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(bench, [
      { contestant: durable, deliveries, warmUp },
      {
        contestant: worker,
        deliveries: Math.ceil(deliveries / SLOWER),
        warmUp: Math.ceil(warmUp / SLOWER),
      },
    ]);
    await durable.close();
    await worker.close();
    return {
      scenario: naive.shows,
      measures: [
        {
          what: 'ratio',
          unit: '',
          spread: rounds.ratio(durable.name, worker.name),
          target: { atLeast: 50 },
        },
        ...ratesOf(rounds, [durable.name, worker.name]),
      ],
      notes: [],
    };
  },
};
