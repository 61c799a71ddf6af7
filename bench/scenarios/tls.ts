import { DurableEngine } from '../contestants/durable-engine.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';
import { plainEngine, ratesOf, senderRatioOf } from './throughput.js';

/** The cost of TLS on connections that are kept alive. */
export const tls: Scenario = {
  name: 'tls',
  asks: 'How fast is delivering over TLS, compared with plain HTTP?',
  shows: 'durable engine over TLS / over plain HTTP',
  async run(bench) {
    const plain = await plainEngine(bench, 'plain');
    const secure = await DurableEngine.start(
      'TLS',
      await bench.database.create(),
      bench.secureWorld(),
      bench.secureTransport(),
    );
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(
      bench,
      [plain, secure].map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    await plain.close();
    await secure.close();
    return {
      scenario: tls.shows,
      measures: [
        { what: 'ratio', unit: '', spread: rounds.ratio('TLS', 'plain'), target: { atLeast: 0.75 } },
        senderRatioOf(rounds, 'TLS', 'plain'),
        ...ratesOf(rounds, ['TLS', 'plain']),
      ],
      notes: [],
    };
  },
};
