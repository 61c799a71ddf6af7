import { Pool } from 'pg';
import { everyPartnerPool } from '../../src/database/every-partner.js';
import type { Contestant } from '../contestants/contestant.js';
import { DurableEngine } from '../contestants/durable-engine.js';
import { ENDPOINTS } from '../harness/bench.js';
import { History } from '../harness/history.js';
import { Rounds } from '../harness/rounds.js';
import type { Scenario } from './scenario.js';
import { plainEngine, ratesOf } from './throughput.js';

const PENDING_SHARE = 5;
const A_DAY = 86_400;
/** With fewer finished deliveries, the target is meaningless. */
const JUDGED_FROM = 5_000_000;
const EMPTY = 'empty tables';
const FULL = 'full tables';
const HELD = 'full tables, a transaction open elsewhere';

/** Whether finished and waiting deliveries slow down new ones. */
export const history: Scenario = {
  name: 'history',
  asks: 'Do full tables slow down new deliveries?',
  shows:
    '5 M finished deliveries and 1 M pending retries / empty tables; with a transaction held open elsewhere',
  async run(bench) {
    const { deliveries, warmUp, history: finished } = bench.options;
    const pending = Math.ceil(finished / PENDING_SHARE);
    const empty = await plainEngine(bench, EMPTY);
    const url = await bench.database.create();
    const full = await DurableEngine.start(FULL, url, bench.plainWorld(), bench.plainTransport());
    await fill(url, finished, pending);
    const held = new WithOpenTransaction(HELD, full, new Pool({ connectionString: url, max: 1 }));
    const rounds = await Rounds.run(
      bench,
      [empty, full, held].map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    const judged = finished >= JUDGED_FROM && { target: { atLeast: 0.9 } };
    await held.close();
    await full.close();
    await empty.close();
    return {
      scenario: history.shows,
      measures: [
        { what: 'full / empty', unit: '', spread: rounds.ratio(FULL, EMPTY), ...judged },
        {
          what: 'full, transaction open / empty',
          unit: '',
          spread: rounds.ratio(HELD, EMPTY),
          ...judged,
        },
        ...ratesOf(rounds, [EMPTY, FULL, HELD]),
      ],
      notes: [
        `${finished.toLocaleString('en')} finished and ${pending.toLocaleString('en')} pending, due in a day (--history).`,
      ],
    };
  },
};

async function fill(url: string, finished: number, pending: number): Promise<void> {
  const database = everyPartnerPool(url, { max: 1 });
  const past = new History(database, ENDPOINTS);
  await past.addFinished(finished);
  await past.addPending(pending, A_DAY);
  await past.settle();
  await database.end();
}

/** The same engine while another session keeps a transaction with a snapshot open, so that nothing can be vacuumed. */
class WithOpenTransaction implements Contestant {
  constructor(
    readonly name: string,
    private readonly contestant: Contestant,
    private readonly pool: Pool,
  ) {}

  async deliver(count: number): Promise<void> {
    const connection = await this.pool.connect();
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await connection.query('SELECT count(*) FROM lane');
    await this.contestant.deliver(count);
    await connection.query('ROLLBACK');
    connection.release();
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
