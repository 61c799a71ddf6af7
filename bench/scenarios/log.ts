import { COMMON, NONE, OLDEST, FAILING, SUCCEEDING } from '../harness/log-history.js';
import { Lists } from '../harness/lists.js';
import type { Measure } from '../harness/result.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import { findingOut } from './finding-out.js';
import type { Scenario } from './scenario.js';

/** Requests to either service for one filter, in turn. Their median counts. */
const REQUESTS = 9;
/** More requests if that median misses the target, because on a busy machine nine are few. */
const MORE_REQUESTS = 36;
const MAX_TIMES_EMPTY = 3;

type Filter = Readonly<Record<string, string>>;

/** Values of each filter: without a match, of the oldest row alone, and of many rows. */
const DELIVERY: Readonly<Record<string, readonly (string | number)[]>> = {
  subscriptionId: [NONE.subscriptionId, OLDEST.subscriptionId, COMMON.subscriptionId],
  companyId: [NONE.companyId, OLDEST.companyId, COMMON.companyId],
  type: [NONE.type, OLDEST.type, COMMON.type],
  typeId: [NONE.typeId, OLDEST.typeId, COMMON.typeId],
  status: ['pending', 'succeeded', 'failed', 'cancelled'],
  since: [NONE.since],
  until: [NONE.until],
};
const EVENT: typeof DELIVERY = {
  companyId: DELIVERY['companyId'] ?? [],
  type: DELIVERY['type'] ?? [],
  typeId: DELIVERY['typeId'] ?? [],
  since: [NONE.since],
  until: [NONE.until],
};
const EMAIL: typeof DELIVERY = {
  kind: ['document', 'clientPdf'],
  to: ['none@client.example', 'r0@client.example'],
  companyId: DELIVERY['companyId'] ?? [],
  type: DELIVERY['type'] ?? [],
  typeId: DELIVERY['typeId'] ?? [],
  status: ['pending', 'succeeded', 'failed'],
  since: [NONE.since],
  until: [NONE.until],
};

/** The time of one filter, and the number of rows it found. */
interface Answer {
  readonly times: number;
  readonly rows: number;
  readonly goesOn: boolean;
}

/**
 * The times of the lists of deliveries, events and emails with a long history, for any filter and any two, and of the
 * requests that partners make to find out what happened.
 */
export const log: Scenario = {
  name: 'log',
  asks: 'How fast are the lists of a full log, compared with an empty one?',
  shows:
    'filters of the lists over 2 M deliveries and 120,000 emails / over empty tables; statistics and explanations',
  async run(bench) {
    const empty = await Lists.open(bench, 0);
    const full = await Lists.open(bench, bench.options.log);
    const measures: Measure[] = [];
    const notes: string[] = [];
    for (const [path, values] of [
      ['/partner/delivery', DELIVERY],
      ['/partner/event', EVENT],
      ['/partner/email', EMAIL],
    ] as const) {
      const rare: number[] = [];
      const common: number[] = [];
      let worst = { times: 0, query: '' };
      let cutShort = 0;
      for (const partner of path === '/partner/email' ? [SUCCEEDING] : [SUCCEEDING, FAILING]) {
        for (const filter of pairs(values)) {
          const query = `${path}?${new URLSearchParams(filter).toString()}`;
          const { times, rows, goesOn } = await compare(empty, full, partner, query);
          (rows <= 1 && !goesOn ? rare : common).push(times);
          if (rows <= 1 && !goesOn && times > worst.times) worst = { times, query };
          if (goesOn && rows < 100) cutShort += 1;
        }
      }
      measures.push(
        {
          what: `${path}: nothing or one row, ${rare.length} filters`,
          unit: 'times empty',
          spread: spreadOf(rare),
          target: { atMost: MAX_TIMES_EMPTY },
        },
        { what: '  the 95th percentile of them', unit: '', spread: spreadOf([percentile(rare, 0.95)]) },
        {
          what: '  of them above the target',
          unit: 'filters',
          spread: spreadOf([rare.filter((times) => times > MAX_TIMES_EMPTY).length]),
        },
        { what: `  more rows, ${common.length} filters`, unit: '', spread: spreadOf(common) },
        { what: '  pages that end early', unit: 'filters', spread: spreadOf([cutShort]) },
      );
      notes.push(`Most times empty among those with nothing or one row: ${worst.query}.`);
    }
    measures.push(...(await findingOut(full)));
    await empty.close();
    await full.close();
    return {
      scenario: log.shows,
      measures,
      notes: [
        `${bench.options.log.toLocaleString('en')} deliveries (--log) of two partners over 30 days; of one nearly all succeeded, of the other hardly any.`,
        `Whole requests over HTTP, one at a time, in turn with the empty service, 100 rows to a page; every filter alone and every two. Medians of ${REQUESTS} requests, and of ${REQUESTS + MORE_REQUESTS} where the first were above the target.`,
        ...notes,
      ],
    };
  },
};

function pairs(values: typeof DELIVERY): Filter[] {
  const single = Object.entries(values).flatMap(([name, given]) =>
    given.map((value) => ({ name, value: String(value) })),
  );
  return single.flatMap((one, place) => [
    { [one.name]: one.value },
    ...single
      .slice(place + 1)
      .filter(({ name }) => name !== one.name)
      .map((other) => ({ [one.name]: one.value, [other.name]: other.value })),
  ]);
}

async function compare(empty: Lists, full: Lists, partner: number, query: string): Promise<Answer> {
  const times = { empty: [] as number[], full: [] as number[] };
  // The first request of a kind has its statements planned.
  await empty.ask(partner, query);
  const { rows, goesOn } = await full.ask(partner, query);
  const ratio = async (requests: number): Promise<number> => {
    for (let request = 0; request < requests; request++) {
      times.empty.push((await empty.ask(partner, query)).milliseconds);
      times.full.push((await full.ask(partner, query)).milliseconds);
    }
    return percentile(times.full, 0.5) / percentile(times.empty, 0.5);
  };
  const first = await ratio(REQUESTS);
  const isRare = rows <= 1 && !goesOn;
  return { times: isRare && first > MAX_TIMES_EMPTY ? await ratio(MORE_REQUESTS) : first, rows, goesOn };
}
