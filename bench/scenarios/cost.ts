import { Pool } from 'pg';
import type { Contestant } from '../contestants/contestant.js';
import { DurableEngine } from '../contestants/durable-engine.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import { largeDocument } from '../harness/documents.js';
import type { Measure } from '../harness/result.js';
import { Rounds } from '../harness/rounds.js';
import { World } from '../harness/world.js';
import type { Scenario } from './scenario.js';

const GROUP = 500;

/** The cost of a delivery in the database, compared with only storing the event. */
export const cost: Scenario = {
  name: 'cost',
  asks: 'What does a delivery cost the database, compared with inserting the event alone?',
  shows: 'database CPU and write-ahead log of a delivery / a bare batched insert, the payload',
  async run(bench) {
    const measures: Measure[] = [];
    for (const document of [undefined, largeDocument()]) {
      const world = new World(ENDPOINTS, (id) => `http://127.0.0.1:${bench.plainPort}/${id}`, document);
      measures.push(...(await measuresOf(bench, world)));
    }
    return {
      scenario: cost.shows,
      measures,
      notes: [
        `The bare insert: ${GROUP} rows of id, partner and document per transaction, primary key only, one connection.`,
        'A delivery: the event with its three indexes, the first attempt in the log, lanes and health.',
      ],
    };
  },
};

async function measuresOf(bench: Bench, world: World): Promise<Measure[]> {
  const durable = await DurableEngine.start(
    'durable engine',
    await bench.database.create(),
    world,
    bench.plainTransport(),
  );
  const bare = await BareInsert.start(await bench.database.create({ migrated: false }), world);
  const { deliveries, warmUp } = bench.options;
  const rounds = await Rounds.run(bench, [
    { contestant: durable, deliveries, warmUp },
    { contestant: bare, deliveries, warmUp, isSilent: true },
  ]);
  await durable.close();
  await bare.close();
  const size = `documents of ${world.documentBytes} bytes`;
  const wal = rounds.spread(durable.name, ({ walBytes }) => walBytes / world.documentBytes);
  return [
    {
      what: `CPU, ${size}`,
      unit: 'of the bare insert',
      spread: rounds.ratio(durable.name, bare.name, ({ cpu }) => cpu.database),
      target: { atMost: 2.5 },
    },
    { what: `WAL, ${size}`, unit: 'of the payload', spread: wal, target: { atMost: 1.5 } },
    {
      what: '  the bare insert',
      unit: 'of the payload',
      spread: rounds.spread(bare.name, ({ walBytes }) => walBytes / world.documentBytes),
    },
    {
      what: '  CPU of a delivery',
      unit: 'µs',
      spread: rounds.spread(durable.name, ({ cpu }) => cpu.database),
    },
    {
      what: '  CPU of the bare insert',
      unit: 'µs',
      spread: rounds.spread(bare.name, ({ cpu }) => cpu.database),
    },
  ];
}

/** Only stores events. */
class BareInsert implements Contestant {
  readonly name = 'bare insert';

  private constructor(
    private readonly world: World,
    private readonly pool: Pool,
  ) {}

  static async start(url: string, world: World): Promise<BareInsert> {
    const pool = new Pool({ connectionString: url, max: 1 });
    await pool.query('CREATE TABLE event (id uuid PRIMARY KEY, partner_id int NOT NULL, data text NOT NULL)');
    return new BareInsert(world, pool);
  }

  async deliver(count: number): Promise<void> {
    for (let left = count; left > 0; left -= GROUP) {
      const events = this.world.events(Math.min(left, GROUP));
      await this.pool.query({
        name: 'insert',
        text: 'INSERT INTO event SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[])',
        values: [
          events.map(() => this.world.ids.next()),
          events.map((event) => this.world.partnerOf(event)),
          events.map(({ json }) => json),
        ],
      });
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
