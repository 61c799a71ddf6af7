import type { Contestant } from '../contestants/contestant.js';
import { BullMq } from '../peers/bullmq.js';
import { GraphileWorker } from '../peers/graphile-worker.js';
import { PgBoss } from '../peers/pg-boss.js';
import { Bench } from '../harness/bench.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';
import { plainEngine, ratesOf } from './throughput.js';

interface Peer {
  readonly label: string;
  /** Absent if there is no target. */
  readonly atLeast?: number;
  /** Peers make fewer deliveries in the same time. */
  readonly slower: number;
  start(bench: Bench): Promise<Contestant | null>;
}

const peersKnown: readonly Peer[] = [
  {
    label: 'graphile-worker, 100 deliveries in a job',
    atLeast: 2.5,
    slower: 2,
    start: async (bench) =>
      GraphileWorker.start(await emptyDatabase(bench), bench.plainWorld(), bench.plainTransport(), 100),
  },
  {
    label: 'graphile-worker, a job each',
    slower: 20,
    start: async (bench) =>
      GraphileWorker.start(await emptyDatabase(bench), bench.plainWorld(), bench.plainTransport(), 1),
  },
  {
    label: 'BullMQ',
    atLeast: 4,
    slower: 4,
    start: (bench) => BullMq.start(bench.plainWorld(), bench.plainTransport()),
  },
  {
    label: 'pg-boss',
    atLeast: 5,
    slower: 4,
    start: async (bench) =>
      PgBoss.start(await emptyDatabase(bench), bench.plainWorld(), bench.plainTransport()),
  },
];

/** The engine compared with job queues that make the same deliveries through the same transport. */
export const peers: Scenario = {
  name: 'peers',
  asks: 'How many times as fast is the engine as job queues that make the same deliveries?',
  shows: 'durable engine / graphile-worker, BullMQ, pg-boss',
  async run(bench) {
    const durable = await plainEngine(bench);
    const started = [];
    const notes = [
      'A peer keeps its jobs only: no event, no log of attempts. Its jobs carry the whole delivery.',
      'All post through the engine’s sender, in this process. Jobs of 100 deliveries fail and repeat as one.',
    ];
    for (const peer of peersKnown) {
      const contestant = await peer.start(bench);
      if (contestant) started.push({ ...peer, contestant });
      else
        notes.push(`${peer.label}: skipped. Run npm install in bench/, and install redis-server for BullMQ.`);
    }
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(bench, [
      { contestant: durable, deliveries, warmUp },
      ...started.map(({ contestant, slower }) => ({
        contestant,
        deliveries: Math.ceil(deliveries / slower),
        warmUp: Math.ceil(warmUp / slower),
      })),
    ]);
    for (const { contestant } of started) await contestant.close();
    await durable.close();
    return {
      scenario: peers.shows,
      measures: [
        ...started.map(({ label, atLeast, contestant: { name } }) => ({
          what: `ratio to ${label}`,
          unit: '',
          spread: rounds.ratio(durable.name, name),
          ...(atLeast !== undefined && { target: { atLeast } }),
        })),
        ...ratesOf(rounds, [durable.name, ...started.map(({ contestant: { name } }) => name)]),
      ],
      notes,
    };
  },
};

function emptyDatabase(bench: Bench): Promise<string> {
  return bench.database.create({ migrated: false });
}
