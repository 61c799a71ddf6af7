import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf, memoryOf } from '../harness/process-cpu.js';
import { Service } from '../harness/service.js';
import { spreadOf } from '../harness/statistics.js';
import type { Scenario } from './scenario.js';

/** By then a process has released what only its start needed. */
const SETTLED_MS = 30_000;
const REST_SECONDS = 20;
const MIB = 1_048_576;

/** The time until the service is ready, and what it uses while it is idle. */
export const start: Scenario = {
  name: 'start',
  asks: 'How soon is the service ready, and what does it use while it is idle?',
  shows: 'start to ready, with empty stores and after kill -9; memory and CPU at rest',
  async run(bench) {
    const empty: number[] = [];
    const killed: number[] = [];
    const emptyEmbedded: number[] = [];
    const killedEmbedded: number[] = [];
    const resident: number[] = [];
    const used: number[] = [];
    for (let round = 0; round < bench.options.rounds; round++) {
      const service = await Service.prepare(bench, await bench.database.create({ migrated: false }));
      empty.push(await secondsToReady(service));
      await service.end('SIGKILL');
      killed.push(await secondsToReady(service));
      await delay(SETTLED_MS);
      resident.push(memoryOf(service.pid) / MIB);
      const before = cpuOf(service.pid);
      await delay(REST_SECONDS * 1_000);
      used.push((cpuOf(service.pid) - before) / 1e4 / REST_SECONDS);
      await service.close();
      const folder = await mkdtemp(path.join(tmpdir(), 'livery-bench-start-'));
      // If this runs as root, the server runs under another account, which must be able to reach its folder.
      await chmod(folder, 0o755);
      const embedded = service.as({ DATABASE_URL: '', DATA_DIR: folder });
      emptyEmbedded.push(await secondsToReady(embedded));
      await embedded.end('SIGKILL');
      killedEmbedded.push(await secondsToReady(embedded));
      await embedded.end('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    }
    const seconds = (what: string, found: readonly number[], atMost?: number) => ({
      what,
      unit: 's',
      spread: spreadOf(found),
      isAbsolute: true,
      ...(atMost !== undefined && { target: { atMost } }),
    });
    return {
      scenario: start.shows,
      measures: [
        seconds('kill -9 to ready, DATABASE_URL', killed, 1),
        seconds('kill -9 to ready, embedded', killedEmbedded, 2),
        seconds('empty database to ready', empty),
        seconds('empty folder to ready, embedded', emptyEmbedded),
        { what: 'resident memory at rest', unit: 'MiB', spread: spreadOf(resident), target: { atMost: 80 } },
        { what: 'CPU at rest', unit: '% of a core', spread: spreadOf(used), target: { atMost: 0.2 } },
      ],
      notes: [
        `At rest: ${SETTLED_MS / 1_000} s after the start, over ${REST_SECONDS} s, one process, without subscriptions.`,
      ],
    };
  },
};

async function secondsToReady(service: Service): Promise<number> {
  const begun = performance.now();
  await service.start();
  return (performance.now() - begun) / 1_000;
}
