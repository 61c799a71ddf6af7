import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { everyPartnerPool } from '../../src/database/every-partner.js';
import { PartnerDatabase } from '../../src/database/partner-database.js';
import { PoolSizes } from '../../src/database/pool-sizes.js';
import type { Contestant } from '../contestants/contestant.js';
import { DurableEngine } from '../contestants/durable-engine.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import type { Measure } from '../harness/result.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';
import { ratesOf } from './throughput.js';

const FORCED = 'row-level security in force';
const OFF = 'switched off';
const NAMED = 'its partner named in a transaction';
const BARE = 'the bare query, switched off';
const QUESTION = 'SELECT * FROM webhook_subscription WHERE partner_id = $1 AND id = $1';

/** The cost of row-level security. */
export const tenancy: Scenario = {
  name: 'tenancy',
  asks: 'What does it cost that the database separates partners by row-level security?',
  shows: 'with row-level security in force / switched off',
  async run(bench) {
    const urls = { forced: await bench.database.create(), off: await bench.database.create() };
    await switchOff(urls.off);
    const start = (name: string, url: string) =>
      DurableEngine.start(name, url, bench.plainWorld(), bench.plainTransport());
    const engines = [await start(FORCED, urls.forced), await start(OFF, urls.off)];
    const deliveries = await delivering(bench, engines);
    const questions = await asking(bench, urls);
    for (const engine of engines) await engine.close();
    return {
      scenario: tenancy.shows,
      measures: [...deliveries, ...questions],
      notes: [
        'Queries for one subscription by its key, one after the other; in a transaction that names the partner, or without.',
      ],
    };
  },
};

async function delivering(bench: Bench, engines: readonly DurableEngine[]): Promise<Measure[]> {
  const { deliveries, warmUp } = bench.options;
  const rounds = await Rounds.run(
    bench,
    engines.map((contestant) => ({ contestant, deliveries, warmUp })),
  );
  return [
    { what: 'deliveries', unit: '', spread: rounds.ratio(FORCED, OFF) },
    {
      what: '  by CPU of the database, in force / off',
      unit: '',
      spread: rounds.ratio(FORCED, OFF, ({ cpu }) => cpu.database),
    },
    ...ratesOf(rounds, [FORCED, OFF]),
  ];
}

async function asking(bench: Bench, urls: { forced: string; off: string }): Promise<Measure[]> {
  const forced = await new DataSource(dataSourceOptions(urls.forced)).initialize();
  const off = await new DataSource(dataSourceOptions(urls.off)).initialize();
  const partners = new PartnerDatabase(forced, PoolSizes.of(1));
  const deliveries = Math.ceil(bench.options.deliveries / 4);
  const rounds = await Rounds.run(
    bench,
    [
      new Asking(NAMED, (id) => partners.of(id, (rows) => rows.query(QUESTION, [id]))),
      new Asking(BARE, (id) => off.query(QUESTION, [id])),
    ].map((contestant) => ({ contestant, deliveries, warmUp: deliveries, isSilent: true })),
  );
  await forced.destroy();
  await off.destroy();
  const time = (name: string) => rounds.spread(name, ({ perSecond }) => 1_000 / perSecond);
  return [NAMED, BARE].flatMap((name) => [
    { what: `question: ${name}`, unit: 'ms', spread: time(name) },
    { what: '  CPU of the sender', unit: 'µs', spread: rounds.spread(name, ({ cpu }) => cpu.sender) },
    { what: '  CPU of the database', unit: 'µs', spread: rounds.spread(name, ({ cpu }) => cpu.database) },
  ]);
}

async function switchOff(url: string): Promise<void> {
  const owner = everyPartnerPool(url, { max: 1 });
  const { rows } = await owner.query<{ name: string }>(
    'SELECT polrelid::regclass::text AS name FROM pg_policy',
  );
  for (const { name } of rows) await owner.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
  await owner.end();
}

/** Makes queries for one partner after the other, one at a time. */
class Asking implements Contestant {
  constructor(
    readonly name: string,
    private readonly ask: (partnerId: number) => Promise<readonly unknown[]>,
  ) {}

  async deliver(count: number): Promise<void> {
    for (let asked = 0; asked < count; asked++) {
      const { length } = await this.ask(1 + (asked % ENDPOINTS));
      if (length !== 1) throw new Error(`${this.name}: ${length} rows instead of one.`);
    }
  }

  async close(): Promise<void> {}
}
