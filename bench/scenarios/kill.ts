import { setTimeout as delay } from 'node:timers/promises';
import { spreadOf } from '../harness/statistics.js';
import { Bench } from '../harness/bench.js';
import { Service } from '../harness/service.js';
import { wholeService } from './http.js';
import type { Scenario } from './scenario.js';

const CALLERS = 16;
const RUN_MS = [300, 1_200] as const;
const PATIENCE_MS = 60_000;
const POLL_MS = 100;
const COMPANY = 1_001;
const PARTNERS = 50;

/** Whether accepted events survive kill -9, and how many arrive twice. */
export const kill: Scenario = {
  name: 'kill',
  asks: 'What is lost, and what arrives twice, if the service is killed under load?',
  shows: 'kill -9 under load: events lost, events repeated',
  async run(bench) {
    const service = await wholeService(bench, { WEBHOOK_RETRY_SCHEDULE: '200,200,200' }, '/noted');
    await bench.receiver.received();
    const load = new Load(service);
    for (let kills = 0; kills < bench.options.kills; kills++) {
      await delay(RUN_MS[0] + Math.random() * (RUN_MS[1] - RUN_MS[0]));
      await service.end('SIGKILL');
      await service.start();
    }
    await load.stop();
    const arrived = await arrivalsOf(bench, load.accepted);
    await service.close();
    const lost = [...load.accepted].filter((number) => !arrived.has(number)).length;
    const ids = [...arrived.values()];
    const repeated = ids.reduce((sum, { times }) => sum + times - 1, 0);
    const inconsistent = ids.filter(({ webhookIds }) => webhookIds.size > 1).length;
    const only = (figure: number) => spreadOf([figure]);
    return {
      scenario: kill.shows,
      measures: [
        { what: 'accepted and never delivered', unit: 'events', spread: only(lost), target: { atMost: 0 } },
        {
          what: 'under more than one webhook-id',
          unit: 'events',
          spread: only(inconsistent),
          target: { atMost: 0 },
        },
        { what: 'delivered again', unit: 'deliveries', spread: only(repeated) },
        { what: 'accepted', unit: 'events', spread: only(load.accepted.size) },
      ],
      notes: [`${bench.options.kills} kills, each after 0.3 to 1.2 s under load of ${CALLERS} callers.`],
    };
  },
};

/** Callers that report single events one after the other. Refused events are not repeated. */
class Load {
  readonly accepted = new Set<number>();
  private next = 0;
  private isOver = false;
  private readonly calls: readonly Promise<void>[];

  constructor(private readonly service: Service) {
    this.calls = Array.from({ length: CALLERS }, () => this.call());
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.calls);
  }

  private async call(): Promise<void> {
    while (!this.isOver) {
      const number = this.next++;
      const event = {
        type: 'document.accepted',
        typeId: `doc-${number}`,
        companyId: COMPANY + (number % PARTNERS),
        data: { number },
      };
      if (await this.service.report(event)) this.accepted.add(number);
      else await delay(POLL_MS);
    }
  }
}

interface Arrival {
  readonly webhookIds: Set<string>;
  times: number;
}

/** The arrivals of each event, once all accepted ones have arrived or no more are expected. */
async function arrivalsOf(
  bench: Bench,
  accepted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Arrival>> {
  const arrived = new Map<number, Arrival>();
  const end = performance.now() + PATIENCE_MS;
  do {
    await delay(POLL_MS);
    for (const [number, webhookId] of (await bench.receiver.received()).deliveries) {
      const arrival = arrived.get(number) ?? { webhookIds: new Set(), times: 0 };
      arrival.webhookIds.add(webhookId);
      arrival.times += 1;
      arrived.set(number, arrival);
    }
  } while (performance.now() < end && [...accepted].some((number) => !arrived.has(number)));
  return arrived;
}
