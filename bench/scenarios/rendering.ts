import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { RenderingService } from '../../src/rendering/rendering.service.js';
import { RenderPools } from '../../src/rendering/workers/render-pools.js';
import { RenderMetrics } from '../../src/rendering/workers/render.metrics.js';
import { Metrics } from '../../src/shared/metrics/metrics.js';
import { Settings } from '../../src/shared/settings.js';
import { percentile, spreadOf } from '../harness/statistics.js';
import type { Measure } from '../harness/result.js';
import { Contest } from '../rendering/contestants.js';
import { recipient } from '../rendering/people.js';
import type { Scenario } from './scenario.js';

const FOLDER = path.resolve('bench/rendering/templates');
const RECIPIENTS = 1_000;
const ATTACKS = 5;
const ATTACKER = 1;
const FRIEND = 2;
/** CPU time of one contestant in one round, in milliseconds. */
const ROUND_MS = 300;
const MIB = 1_048_576;

/** The cost of rendering an email, compared with the least possible and with rendering without staging. */
export const rendering: Scenario = {
  name: 'rendering',
  asks: 'How fast is rendering, compared with handlebars alone and with compiling MJML for each email?',
  shows: 'emails rendered from MJML and Handlebars into bytes, one core',
  async run({ options }) {
    const files = readdirSync(FOLDER).filter((file) => file.endsWith('.mjml'));
    const contests = await Promise.all(
      files.map((file) => Contest.of(path.parse(file).name, readFileSync(path.join(FOLDER, file), 'utf8'))),
    );
    const renderer = await Renderer.load();
    const people = Array.from({ length: RECIPIENTS }, (_, number) => recipient(number));
    const first: number[] = [];
    const later: number[] = [];
    const compiles: number[] = [];
    for (const contest of contests) {
      const before = renderer.keptCount;
      first.push(await millisecondsOf(() => contest.staged(renderer, people[0] ?? {})));
      for (const person of people) await contest.staged(renderer, person);
      compiles.push(renderer.keptCount - before);
      for (const person of people) later.push(await millisecondsOf(() => contest.staged(renderer, person)));
    }
    const figures: Figures[] = [];
    for (const contest of contests) figures.push(await compare(contest, renderer, people, options.rounds));
    const withLogic = figures.filter(({ contest }) => contest.hasLogicAroundTags);
    const without = figures.filter(({ contest }) => !contest.hasLogicAroundTags);
    return {
      scenario: rendering.shows,
      measures: [
        ...ratios('no logic around tags', without, 0.9),
        ...ratios('logic around tags', withLogic, 0.8),
        measure(
          'naive, of all templates',
          'renders/s',
          figures.map(({ naive }) => naive),
        ),
        measure('first render, p50', 'ms', [percentile(first, 0.5)]),
        measure('first render, p99', 'ms', [percentile(first, 0.99)]),
        measure('later render, p50', 'ms', [percentile(later, 0.5)]),
        measure('later render, p99', 'ms', [percentile(later, 0.99)]),
        measure('structures compiled per 1,000 recipients', '', compiles),
        measure('memory of the cache', 'MiB', [renderer.keptBytes / MIB]),
        measure('event loop delay of the main thread under attack, p99', 'ms', [await delayUnderAttack()], {
          atMost: 20,
        }),
      ],
      notes: figures.map(
        ({ contest, staged, alone, naive }) =>
          `${contest.name}${contest.hasLogicAroundTags ? ' (logic around tags)' : ''}, ${(contest.data.length / 1024).toFixed(1)} KB: staged ${Math.round(staged)}/s, handlebars alone ${Math.round(alone)}/s, naive ${naive.toFixed(1)}/s`,
      ),
    };
  },
};

/** The p99 of the main thread's event loop delay in milliseconds, while templates that never end run in the threads. */
async function delayUnderAttack(): Promise<number> {
  const settings = new Settings({});
  const pool = new RenderPools(settings, new RenderMetrics(new Metrics()));
  const service = new RenderingService(pool, settings);
  const endless = `${'{{#each @root.a}}'.repeat(5)}${'{{/each}}'.repeat(5)}`;
  const attack = new TemplateSource('html', 'hbs', endless);
  const a = Array.from({ length: 200 }, () => ({}));
  const friendly = new TemplateSource('html', 'hbs', 'Hello {{name}}');
  await service.renderForSending(FRIEND, friendly, { name: 'Ada' });
  await pool.warm();
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  for (let count = 0; count < ATTACKS; count++) {
    const attackEnded = new AbortController();
    const ended = service
      .renderForSending(ATTACKER, attack, { a })
      .catch(() => null)
      .finally(() => attackEnded.abort());
    while (!attackEnded.signal.aborted) {
      await service.renderForSending(FRIEND, friendly, { name: 'Ada' });
      await delay(5);
    }
    await ended;
  }
  histogram.disable();
  pool.onModuleDestroy();
  await pool.onApplicationShutdown();
  return histogram.percentile(99) / 1e6;
}

/** Renders per second of CPU time. */
interface Figures {
  readonly contest: Contest;
  readonly staged: number;
  readonly alone: number;
  readonly naive: number;
}

async function compare(
  contest: Contest,
  renderer: Renderer,
  people: readonly Readonly<Record<string, unknown>>[],
  rounds: number,
): Promise<Figures> {
  const turns = {
    staged: (person: Readonly<Record<string, unknown>>) => contest.staged(renderer, person),
    alone: (person: Readonly<Record<string, unknown>>) => contest.handlebarsAlone(person),
    naive: (person: Readonly<Record<string, unknown>>) => contest.naive(person),
  };
  const perSecond = { staged: [] as number[], alone: [] as number[], naive: [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['staged', 'alone', 'naive'] as const) {
      const speed = await speedOf(turns[name], people);
      if (round > 0) perSecond[name].push(speed);
    }
  }
  const middle = (name: keyof typeof perSecond) => spreadOf(perSecond[name]).median;
  return { contest, staged: middle('staged'), alone: middle('alone'), naive: middle('naive') };
}

async function speedOf(
  render: (person: Readonly<Record<string, unknown>>) => unknown,
  people: readonly Readonly<Record<string, unknown>>[],
): Promise<number> {
  const start = process.cpuUsage();
  let renders = 0;
  for (;;) {
    for (let count = 0; count < 5; count++) await render(people[renders++ % people.length] ?? {});
    const { user, system } = process.cpuUsage(start);
    if (user + system > ROUND_MS * 1_000) return (renders * 1_000_000) / (user + system);
  }
}

function ratios(what: string, figures: readonly Figures[], atLeast: number): Measure[] {
  return [
    measure(
      `staged / handlebars alone, ${what}`,
      '',
      figures.map(({ staged, alone }) => staged / alone),
      { atLeast },
    ),
    measure(
      `staged / naive, ${what}`,
      '',
      figures.map(({ staged, naive }) => staged / naive),
      { atLeast: 500 },
    ),
    measure(
      `staged, ${what}`,
      'renders/s',
      figures.map(({ staged }) => staged),
    ),
  ];
}

function measure(
  what: string,
  unit: string,
  figures: readonly number[],
  target?: Measure['target'],
): Measure {
  return { what, unit, spread: spreadOf(figures), ...(target && { target }) };
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
