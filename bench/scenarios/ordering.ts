import { DurableEngine } from '../contestants/durable-engine.js';
import { Bench } from '../harness/bench.js';
import { Rounds } from '../harness/rounds.js';
import type { Ordering } from '../../src/webhook-subscription/domain/delivery-options.js';
import type { Scenario } from './scenario.js';
import { ratesOf } from './throughput.js';

const DOCUMENTS = 1_000;

/** The cost of delivering the events of each document in order. */
export const ordering: Scenario = {
  name: 'ordering',
  asks: 'How fast is delivering in the order of each document, compared with any order?',
  shows: `deliveries in the order of their documents, ${DOCUMENTS} of them / in no order`,
  async run(bench) {
    const ordered = await engineWith(bench, 'document');
    const unordered = await engineWith(bench, 'none');
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(
      bench,
      [ordered, unordered].map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    await ordered.close();
    await unordered.close();
    return {
      scenario: ordering.shows,
      measures: [
        {
          what: 'ratio',
          unit: '',
          spread: rounds.ratio(ordered.name, unordered.name),
          target: { atLeast: 0.7 },
        },
        ...ratesOf(rounds, [ordered.name, unordered.name]),
      ],
      notes: [
        `Events of ${DOCUMENTS} documents in turn, 4,000 of them on their way at once, to 50 endpoints.`,
      ],
    };
  },
};

async function engineWith(bench: Bench, order: Ordering): Promise<DurableEngine> {
  const world = bench.worldOfDocuments(DOCUMENTS, order);
  const database = await bench.database.create();
  return DurableEngine.start(`ordering: ${order}`, database, world, bench.plainTransport());
}
