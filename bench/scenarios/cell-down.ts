import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { offer } from '../contestants/paced-load.js';
import { Bench } from '../harness/bench.js';
import type { Service } from '../harness/service.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import { twoCells } from './cells.js';
import type { Scenario } from './scenario.js';

const PER_SECOND = 100;
const SECONDS = 5;
/** Companies from this one on belong to the other cell. Their events are refused while it is down. */
const OF_THE_OTHER = 900_001;
const EVERY_MS = 20;
const TOKEN = 'token-of-the-bench';

/** The states of the other cell, with the signals that bring them about. */
const STATES = ['up', 'killed', 'hanging'] as const;

/** Whether partners of one cell notice that the other one is down. */
export const cellDown: Scenario = {
  name: 'cell-down',
  asks: 'Do the partners of one cell notice that the other cell is down?',
  shows:
    'events of one of two cells answered with 202, while the other cell is killed or hangs / while it is up',
  async run(bench) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-bench-cell-down-'));
    const [own, other] = await twoCells(bench, folder, 'a');
    await own.partner(OF_THE_OTHER, 'b');
    await waitsOf(bench, own);
    const waits = new Map(STATES.map((state) => [state, [] as number[][]]));
    for (let round = 0; round < bench.options.rounds; round++) {
      for (const state of STATES) {
        if (state === 'killed') await other.end('SIGKILL');
        if (state === 'hanging') other.pause();
        waits.get(state)?.push(await waitsOf(bench, own));
        if (state === 'killed') await other.start();
        if (state === 'hanging') other.resume();
      }
    }
    for (const service of [own, other]) await service.close();
    await rm(folder, { recursive: true });
    const p99 = (state: (typeof STATES)[number]) =>
      (waits.get(state) ?? []).map((all) => percentile(all, 0.99));
    return {
      scenario: cellDown.shows,
      measures: [
        ...(['killed', 'hanging'] as const).map((state) => ({
          what: `p99, other cell ${state} / up`,
          unit: '',
          spread: spreadOf(p99(state).map((ms, round) => ms / (p99('up')[round] ?? Number.NaN))),
          target: { atMost: 2 },
        })),
        ...STATES.map((state) => ({
          what: `p99, other cell ${state}`,
          unit: 'ms',
          spread: spreadOf(p99(state)),
        })),
      ],
      notes: [
        `Single events in an open loop at ${PER_SECOND} a second, asked of a process of their cell, which is also asked for an event of the other cell every ${EVERY_MS} ms.`,
      ],
    };
  },
};

/** The time of each event from request to answer, in milliseconds, while the other cell is called too. */
async function waitsOf(bench: Bench, own: Service): Promise<number[]> {
  const world = bench.secureWorld();
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      // Over connections of their own, because some of the caller's would wait for a hanging cell.
      void fetch(`http://127.0.0.1:${own.port}/internal/event`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify({
          type: 'document.accepted',
          typeId: 'other',
          companyId: OF_THE_OTHER,
          data: {},
        }),
      }).catch(() => undefined);
      await delay(EVERY_MS);
    }
  })();
  const offered = await offer(
    world,
    async ([event]) => {
      if (event === undefined) return;
      const { type, typeId, companyId, data } = event;
      if (!(await own.report({ type, typeId, companyId, data }))) throw new Error('An event was refused.');
    },
    PER_SECOND,
    PER_SECOND * SECONDS,
  );
  over.abort();
  await asking;
  return offered.map(({ offeredAt, acceptedAt }) => acceptedAt - offeredAt);
}
