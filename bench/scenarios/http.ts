import { fileURLToPath } from 'node:url';
import { DurableEngine } from '../contestants/durable-engine.js';
import { HttpIntake } from '../contestants/http-intake.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import { Rounds } from '../harness/rounds.js';
import { Service } from '../harness/service.js';
import type { Scenario } from './scenario.js';

const BARE = fileURLToPath(new URL('../contestants/bare-intake.js', import.meta.url));
const ARRAY = 100;
const SINGLES = 'single events';
const BARE_SINGLES = 'single events, bare node:http';
const ARRAYS = 'arrays of 100';
const IN_PROCESS = 'in process';

/**
 * The cost of the intake: the service's route compared with node:http alone, and arrays compared with no HTTP at all.
 */
export const http: Scenario = {
  name: 'http',
  asks: 'How fast are events taken over HTTP and delivered, compared with a bare server, and in arrays compared with no HTTP?',
  shows: 'HTTP intake to delivered / bare node:http; arrays of 100 / in process',
  async run(bench) {
    const service = await wholeService(bench);
    const bare = await Service.prepare(bench, await bench.database.create(), {}, BARE);
    await bare.start();
    const singles = new HttpIntake(SINGLES, bench, bench.secureWorld(), service, 1);
    const bareSingles = new HttpIntake(BARE_SINGLES, bench, bench.secureWorld(), bare, 1);
    const arrays = new HttpIntake(ARRAYS, bench, bench.secureWorld(), service, ARRAY);
    const inProcess = await DurableEngine.start(
      IN_PROCESS,
      await bench.database.create(),
      bench.secureWorld(),
      bench.secureTransport(),
    );
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(
      bench,
      [singles, bareSingles, arrays, inProcess].map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    await inProcess.close();
    await singles.close();
    await bareSingles.close();
    return {
      scenario: http.shows,
      measures: [
        { what: 'singles', unit: '', spread: rounds.ratio(SINGLES, BARE_SINGLES), target: { atLeast: 0.7 } },
        { what: 'arrays', unit: '', spread: rounds.ratio(ARRAYS, IN_PROCESS), target: { atLeast: 0.8 } },
        ...[SINGLES, BARE_SINGLES, ARRAYS, IN_PROCESS].map((name) => ({
          what: name,
          unit: 'deliveries/s',
          spread: rounds.spread(name, ({ perSecond }) => perSecond),
        })),
      ],
      notes: [
        'Over TLS to 50 endpoints; 48 callers on connections that are kept, in a process besides the service’s.',
      ],
    };
  },
};

/** The service with the usual partners, ready. */
export async function wholeService(
  bench: Bench,
  settings: Readonly<Record<string, string>> = {},
  path = '',
): Promise<Service> {
  const service = await Service.prepare(bench, await bench.database.create(), settings);
  await service.start();
  await service.settle(ENDPOINTS, (id) => `https://127.0.0.1:${bench.securePort}${path}/${id}`);
  return service;
}
