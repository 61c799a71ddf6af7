import { setTimeout as delay } from 'node:timers/promises';
import { everyPartnerPool } from '../../src/database/every-partner.js';
import { ENDPOINTS } from '../harness/bench.js';
import { History } from '../harness/history.js';
import { memoryOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { spreadOf } from '../harness/statistics.js';
import type { Scenario } from './scenario.js';

const DUE_SHARE = 10;
const A_DAY = 86_400;
const POLL_MS = 100;
const MIB = 1_048_576;

/** The memory that the service needs while it attempts due deliveries among many that wait. */
export const memory: Scenario = {
  name: 'memory',
  asks: 'How much memory does the service need while it works off a backlog?',
  shows: 'resident memory while a tenth of what is pending is due',
  async run(bench) {
    const pending = Math.ceil(bench.options.history / 5);
    const due = Math.ceil(pending / DUE_SHARE);
    const url = await bench.database.create();
    const service = await Service.prepare(bench, url);
    await service.start();
    await service.settle(ENDPOINTS, (id) => `https://127.0.0.1:${bench.securePort}/${id}`);
    const atRest = memoryOf(service.pid);
    await service.end('SIGTERM');
    const database = everyPartnerPool(url, { max: 1 });
    const past = new History(database, ENDPOINTS);
    await past.addPending(pending - due, A_DAY);
    await past.addPending(due, 0);
    await past.settle();
    await database.end();
    await bench.receiver.received();
    const start = performance.now();
    await service.start();
    const seen = [memoryOf(service.pid)];
    while ((await bench.receiver.count()) < due) {
      await delay(POLL_MS);
      seen.push(memoryOf(service.pid));
    }
    const seconds = (performance.now() - start) / 1_000;
    await service.close();
    return {
      scenario: memory.shows,
      measures: [
        {
          what: 'largest resident memory',
          unit: 'MiB',
          spread: spreadOf([Math.max(...seen) / MIB]),
          target: { atMost: 300 },
        },
        {
          what: 'resident memory meanwhile',
          unit: 'MiB',
          spread: spreadOf(seen.map((bytes) => bytes / MIB)),
        },
        { what: 'after the start', unit: 'MiB', spread: spreadOf([atRest / MIB]) },
        { what: 'due deliveries made', unit: 'deliveries/s', spread: spreadOf([due / seconds]) },
      ],
      notes: [
        `${pending.toLocaleString('en')} pending, ${due.toLocaleString('en')} due (--history); the whole service, TLS.`,
      ],
    };
  },
};
