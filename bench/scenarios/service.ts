import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadFigures, ReportedLoad } from '../contestants/reported-load.js';
import { Bench, ENDPOINTS } from '../harness/bench.js';
import { usualDocument } from '../harness/documents.js';
import type { Measure, Target } from '../harness/result.js';
import { Service } from '../harness/service.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import { World } from '../harness/world.js';
import type { Scenario } from './scenario.js';

const BARE = fileURLToPath(new URL('../contestants/bare-service.js', import.meta.url));
const FAN_OUTS = [
  { fanOut: 1, type: 'document.accepted' },
  { fanOut: 10, type: 'document.sent' },
] as const;
const RATES = [100, 300, null] as const;
const PACED_SECONDS = 6;
const COLD_RATE = 300;
const COLD_SECONDS = 20;
/** Events of a saturated load, by deliveries of a round. */
const SATURATED_SHARE = 5;

const UNIT = 'CPU s per 1,000 events';
const JUDGED = 'request sent → POST, p99';
const TIMES = [
  { what: 'request sent → POST, p50', share: 0.5, times: (load: LoadFigures) => load.sentToPost },
  { what: JUDGED, share: 0.99, times: (load: LoadFigures) => load.sentToPost },
  { what: 'accepted → POST, p50', share: 0.5, times: (load: LoadFigures) => load.acceptedToPost },
  { what: 'accepted → POST, p99', share: 0.99, times: (load: LoadFigures) => load.acceptedToPost },
];

const SERVICE = 'service';
const BEFORE = 'before';
const BARE_NAME = 'bare';
const COLD = 'cold';

/**
 * The cost of an event in the whole service over HTTP, and the time until its POST, compared with the least program.
 */
export const service: Scenario = {
  name: 'service',
  asks: 'How much processor time does an event cost the whole service, compared with the least program that does the same, and how soon is it posted?',
  shows:
    'events over HTTP in and TLS out: CPU and time / a bare reference (--before <folder>: and another build)',
  async run(bench) {
    const programs = await prepare(bench);
    const figures = new Map<string, LoadFigures[]>();
    const note = (name: string, cell: string, found: LoadFigures): void => {
      figures.set(`${name} ${cell}`, [...(figures.get(`${name} ${cell}`) ?? []), found]);
    };
    const inTurn = async (round: number, run: (program: Program) => Promise<void>) => {
      for (const program of round % 2 === 0 ? programs : programs.toReversed()) {
        program.service.resume();
        await run(program);
        program.service.pause();
      }
    };
    const { rounds, deliveries, warmUp } = bench.options;
    for (let round = 0; round < rounds; round++) {
      await inTurn(round, async (program) => {
        await program.restart();
        note(program.name, COLD, await program.load(0).paced(COLD_RATE, COLD_RATE * COLD_SECONDS));
        if (round > 0) return;
        for (const index of FAN_OUTS.keys())
          await program.load(index).saturated(Math.ceil(warmUp / SATURATED_SHARE));
      });
      for (const [index, { fanOut }] of FAN_OUTS.entries()) {
        for (const rate of RATES) {
          await inTurn(round, async ({ name, load }) => {
            const count = Math.ceil(deliveries / SATURATED_SHARE / (fanOut === 1 ? 1 : 4));
            const found =
              rate === null
                ? await load(index).saturated(count)
                : await load(index).paced(rate, rate * PACED_SECONDS);
            note(name, cellOf(rate, fanOut), found);
          });
        }
      }
    }
    for (const { service: program } of programs) {
      program.resume();
      await program.close();
    }
    const names = programs.map(({ name }) => name);
    return { scenario: service.shows, measures: measuresOf(names, figures), notes: notesOf() };
  },
};

/** A contestant, with its loads by fan-out. */
interface Program {
  readonly name: string;
  readonly service: Service;
  readonly load: (index: number) => ReportedLoad;
  /** Restarts, so that nothing is compiled or connected. */
  readonly restart: () => Promise<void>;
}

/** The program that the build starts by default: the bundle, if it has one. */
function programOf(build: string): string {
  const bundle = path.resolve(build, 'dist/service/main.js');
  return existsSync(bundle) ? bundle : path.resolve(build, 'dist/src/main.js');
}

async function prepare(bench: Bench): Promise<Program[]> {
  const fanOut = Object.fromEntries(FAN_OUTS.map((one) => [one.type, one.fanOut]));
  const { before } = bench.options;
  const builds = [
    { name: SERVICE, program: undefined },
    ...(before === null ? [] : [{ name: BEFORE, program: programOf(before) }]),
    { name: BARE_NAME, program: BARE },
  ];
  const programs: Program[] = [];
  for (const { name, program } of builds) {
    const url = await bench.database.create({ migrated: false });
    const made = await Service.prepare(bench, url, { FAN_OUT: JSON.stringify(fanOut) }, program);
    await made.start();
    const urlOf = (id: number) => `https://127.0.0.1:${bench.securePort}/timed/${id}`;
    if (name !== BARE_NAME) await made.settle(ENDPOINTS, urlOf, fanOut);
    const world = new World(ENDPOINTS, urlOf, usualDocument());
    const loads = FAN_OUTS.map((one) => new ReportedLoad(bench, world, made, one.type, one.fanOut));
    made.pause();
    programs.push({
      name,
      service: made,
      load: (index) => {
        const load = loads[index];
        if (load === undefined) throw new RangeError('The load is unknown.');
        return load;
      },
      restart: async () => {
        await made.end('SIGTERM');
        await made.start();
      },
    });
  }
  return programs;
}

function cellOf(rate: number | null, fanOut: number): string {
  return `${rate ?? 'saturated'} ${fanOut}`;
}

function measuresOf(names: readonly string[], all: ReadonlyMap<string, readonly LoadFigures[]>): Measure[] {
  const of = (name: string, cell: string) => all.get(`${name} ${cell}`) ?? [];
  const spread = (name: string, cell: string, pick: (figures: LoadFigures) => number) =>
    spreadOf(of(name, cell).map(pick));
  const ratio = (name: string, cell: string, pick: (figures: LoadFigures) => number) => {
    const others = of(name, cell).map(pick);
    return spreadOf(of(SERVICE, cell).map((figures, round) => pick(figures) / (others[round] ?? Number.NaN)));
  };
  const whole = ({ cpu }: LoadFigures): number => cpu.process + cpu.database;
  const cells = FAN_OUTS.flatMap(({ fanOut }) =>
    RATES.map((rate) => ({
      cell: cellOf(rate, fanOut),
      title: `${rate === null ? 'saturated' : `${rate}/s`}, fan-out ${fanOut}`,
      rate,
    })),
  );
  const others = names.filter((name) => name !== SERVICE);
  const targetOf = (name: string, rate: number | null): Target => ({
    atMost: name === BARE_NAME ? 1.6 : rate === 100 ? 0.6 : 0.5,
  });
  const cpu = cells.flatMap(({ cell, title, rate }) => [
    ...others.map((name): Measure => {
      const target = targetOf(name, rate);
      return { what: `${title}: CPU / ${name}`, unit: '', spread: ratio(name, cell, whole), target };
    }),
    ...names.flatMap((name): Measure[] => [
      { what: `  ${name}`, unit: UNIT, spread: spread(name, cell, (figures) => figures.cpu.process) },
      { what: '    PostgreSQL', unit: UNIT, spread: spread(name, cell, (figures) => figures.cpu.database) },
      ...(rate === null
        ? [{ what: '    rate', unit: 'events/s', spread: spread(name, cell, ({ perSecond }) => perSecond) }]
        : []),
    ]),
  ]);
  const timed = [
    ...cells.filter(({ rate }) => rate !== null),
    { cell: COLD, title: `${COLD_RATE}/s, the first ${COLD_SECONDS} s after a start` },
  ];
  const times = timed.flatMap(({ cell, title }) =>
    names.flatMap((name) =>
      TIMES.map(({ what, share, times: timesOf }): Measure => {
        const isJudged = cell === COLD && name === SERVICE && what === JUDGED;
        return {
          what: `${title}: ${name}, ${what}`,
          unit: 'ms',
          spread: spread(name, cell, (figures) => percentile(timesOf(figures), share)),
          ...(isJudged && { target: { atMost: 15 }, isAbsolute: true }),
        };
      }),
    ),
  );
  return [...cpu, ...times];
}

function notesOf(): string[] {
  return [
    `Single events with documents of 1 KB to ${ENDPOINTS} partners; the caller, the receiver and PostgreSQL share the cores. LOG_LEVEL=error.`,
    'Bare: node:http, JSON.parse, one insert of events and attempts at a time, one POST with an HMAC each; nothing is checked, matched or logged, and no outcome is kept.',
    'CPU of PostgreSQL is that of all its processes. Programs that do not have their turn are stopped.',
  ];
}
