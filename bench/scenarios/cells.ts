import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CellAddingService } from '../../src/cell/cell-adding.service.js';
import { Settings } from '../../src/shared/settings.js';
import { HttpIntake } from '../contestants/http-intake.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import { cpuOf } from '../harness/process-cpu.js';
import { Rounds } from '../harness/rounds.js';
import { Service } from '../harness/service.js';
import { spreadOf } from '../harness/statistics.js';
import { wholeService } from './http.js';
import type { Scenario } from './scenario.js';

const SIZES = [1, 100] as const;
const ONE = 'one cell';
const OWN = 'two cells, the cell asked';
const OTHER = 'two cells, the other one';

/** The cost of having cells: events of the cell that is called, and of the other one, compared with a single cell. */
export const cells: Scenario = {
  name: 'cells',
  asks: 'How fast are events with two cells, compared with one?',
  shows: 'events over HTTP of the cell that is asked, and of another one / a single cell',
  async run(bench) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'livery-bench-cells-'));
    const single = await wholeService(bench);
    const own = await twoCells(bench, folder, 'a');
    const other = await twoCells(bench, folder, 'b');
    const contestants = SIZES.flatMap((size) => [
      new CellIntake(`${ONE}, ${size}`, bench, [single], size),
      new CellIntake(`${OWN}, ${size}`, bench, own, size),
      new CellIntake(`${OTHER}, ${size}`, bench, other, size),
    ]);
    const { deliveries, warmUp } = bench.options;
    const rounds = await Rounds.run(
      bench,
      contestants.map((contestant) => ({ contestant, deliveries, warmUp })),
    );
    for (const service of [single, ...own, ...other]) await service.close();
    await rm(folder, { recursive: true });
    const titles = SIZES.flatMap((size) => [OWN, OTHER].map((name) => ({ name, size })));
    return {
      scenario: cells.shows,
      measures: [
        ...titles.map(({ name, size }) => ({
          what: `${name} / ${ONE}, arrays of ${size}`,
          unit: '',
          spread: rounds.ratio(`${name}, ${size}`, `${ONE}, ${size}`),
        })),
        ...contestants.map(({ name }) => ({
          what: name,
          unit: 'deliveries/s',
          spread: rounds.spread(name, ({ perSecond }) => perSecond),
        })),
        ...contestants.map(({ name }) => ({
          what: name,
          unit: 'µs CPU of the database',
          spread: rounds.spread(name, ({ cpu }) => cpu.database),
        })),
        ...contestants.map((contestant) => ({
          what: contestant.name,
          unit: 'µs CPU of all processes',
          // The first round warmed up.
          spread: spreadOf(contestant.cpuPerDelivery.slice(1)),
        })),
      ],
      notes: [
        'Over TLS to 50 endpoints; 48 callers on kept connections ask one process, whose cell has all partners or none. Both cells are processes of this machine, on one PostgreSQL server.',
      ],
    };
  },
};

/** The events of a deployment, all reported to one process. */
class CellIntake extends HttpIntake {
  /** Microseconds of CPU of all its processes, for each round. */
  readonly cpuPerDelivery: number[] = [];

  constructor(
    name: string,
    bench: Bench,
    private readonly services: readonly Service[],
    size: number,
  ) {
    const [asked] = services;
    if (asked === undefined) throw new RangeError('No service process is running.');
    super(name, bench, bench.secureWorld(), asked, size);
  }

  override async deliver(count: number): Promise<void> {
    const before = this.cpu;
    await super.deliver(count);
    this.cpuPerDelivery.push((this.cpu - before) / count);
  }

  override get cpu(): number {
    return this.services.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  }
}

/** A process of each cell, that of the home cell first. One of the cells has all partners. */
export async function twoCells(
  bench: Bench,
  folder: string,
  withPartners: string,
): Promise<readonly [Service, Service]> {
  const file = path.join(folder, `${withPartners}.json`);
  const common = {
    CELLS_FILE: file,
    DATABASE_URL: '',
    SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    DATA_DIR: folder,
  };
  const urls = [
    await bench.database.create({ migrated: false }),
    await bench.database.create({ migrated: false }),
  ];
  const a = await Service.prepare(bench, '', { ...common, CELL: 'a' });
  const b = await Service.prepare(bench, '', { ...common, CELL: 'b' });
  const entry = (name: string, url: string | undefined, { port }: Service) => ({
    name,
    url,
    addresses: [`http://127.0.0.1:${port}`],
  });
  await writeFile(file, JSON.stringify([entry('a', urls[0], a), entry('b', urls[1], b)]));
  const settings = new Settings({ ...common, INTERNAL_TOKEN: 'token-of-the-bench' });
  if (settings.cells !== null) await new CellAddingService(settings.cells).add('b');
  for (const service of [a, b]) await service.start();
  const urlOf = (id: number) => `https://127.0.0.1:${bench.securePort}/${id}`;
  await a.settle(ENDPOINTS, urlOf, undefined, withPartners);
  return [a, b];
}
