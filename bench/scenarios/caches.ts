import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import type { StoredStructures } from '../../src/rendering/staged/stored-structures.js';
import type { Measure } from '../harness/result.js';
import { spreadOf } from '../harness/statistics.js';
import { recipient } from '../rendering/people.js';
import { StoredTable } from '../rendering/stored-table.js';
import { zipf } from '../rendering/zipf.js';
import type { Scenario } from './scenario.js';

const FOLDER = path.resolve('bench/rendering/templates');
const TEMPLATES = 10_000;
const FEW = 200;
const IN_TURN = 600;
/** Sources that are rendered in turn have the size of a small email. */
const IN_TURN_TEMPLATE = 'welcome.mjml';
const RENDERS = 2_000;
const UNBOUNDED = 8 * 1024 ** 3;
const MIB = 1_048_576;

/** The template of a render, by the number of the render. */
type Order = (render: number) => number;

/** How many templates a thread's memory holds, and what stored structures save beyond that. */
export const caches: Scenario = {
  name: 'caches',
  asks: 'How fast is rendering when there are more templates than the cache keeps?',
  shows:
    'renders of 10,000 templates by one thread: its budget, and a start with and without stored structures',
  async run(bench) {
    const inTurn = copiesOf([IN_TURN_TEMPLATE], IN_TURN);
    const all = copiesOf(files(), TEMPLATES);
    const cyclic =
      (count: number): Order =>
      (render) =>
        render % count;
    const table = await StoredTable.start(bench);
    const few: number[] = [];
    const many: number[] = [];
    const compiling: number[] = [];
    const loading: number[] = [];
    const bounded: number[] = [];
    const unbounded: number[] = [];
    const coldHits: number[] = [];
    let kept = 0;
    for (let round = 0; round < bench.options.rounds; round++) {
      const turns = await Renderer.load();
      for (const count of [FEW, IN_TURN]) await speedOf(turns, inTurn, cyclic(count), count);
      few.push(await speedOf(turns, inTurn, cyclic(FEW), RENDERS));
      many.push(await speedOf(turns, inTurn, cyclic(IN_TURN), RENDERS));
      const order = zipf(TEMPLATES, round);
      compiling.push(await speedOf(await Renderer.load(), all, order, RENDERS / 4));
      await fill(table, all, order, RENDERS);
      table.reset();
      const started = await Renderer.load();
      loading.push(await speedOf(started, all, order, RENDERS / 4, table));
      coldHits.push(table.hitRate);
      await speedOf(started, all, order, RENDERS, table);
      bounded.push(await speedOf(started, all, order, RENDERS, table));
      kept = started.keptBytes;
      const free = await Renderer.load({ cacheBytes: UNBOUNDED });
      await speedOf(free, all, order, RENDERS, table);
      unbounded.push(await speedOf(free, all, order, RENDERS, table));
    }
    await table.stop();
    const ratios = (ones: readonly number[], others: readonly number[]) =>
      ones.map((one, round) => one / (others[round] ?? Number.NaN));
    return {
      scenario: caches.shows,
      measures: [
        measure(`${IN_TURN} templates in turn / ${FEW} in turn`, '', ratios(many, few), { atLeast: 0.8 }),
        measure(`${FEW} templates in turn`, 'renders/s', few),
        measure(`${IN_TURN} templates in turn`, 'renders/s', many),
        measure('10,000 templates, Zipf: the budget / no limit', '', ratios(bounded, unbounded)),
        measure('10,000 templates, Zipf, the budget', 'renders/s', bounded),
        measure('10,000 templates, Zipf, no limit', 'renders/s', unbounded),
        measure('cold start, stored structures / none', '', ratios(loading, compiling)),
        measure('cold start, nothing stored', 'renders/s', compiling),
        measure('cold start, structures stored', 'renders/s', loading),
        measure(
          'of the structures a cold start needs, stored',
          '%',
          coldHits.map((share) => 100 * share),
        ),
        measure('memory counted for the budget', 'MiB', [kept / MIB]),
      ],
      notes: [
        `${TEMPLATES} templates are copies of ${files().length}, each with a text of its own; the Zipf exponent is 1.`,
        `${RENDERS} renders to warm up and to measure, ${RENDERS / 4} for a cold start, HTML and text, by CPU time and the waiting for the database.`,
      ],
    };
  },
};

function files(): readonly string[] {
  return readdirSync(FOLDER).filter((file) => file.endsWith('.mjml'));
}

function copiesOf(names: readonly string[], count: number): readonly TemplateSource[] {
  const texts = names.map((name) => readFileSync(path.join(FOLDER, name), 'utf8'));
  return Array.from({ length: count }, (_, number) => {
    const text = texts[number % texts.length] ?? '';
    return new TemplateSource('mjml', 'hbs', text.replace('</mj-text>', ` No. ${number}</mj-text>`));
  });
}

async function fill(
  stored: StoredStructures,
  sources: readonly TemplateSource[],
  order: Order,
  renders: number,
): Promise<void> {
  const renderer = await Renderer.load();
  await speedOf(renderer, sources, order, renders, stored);
}

/** Renders per second. */
async function speedOf(
  renderer: Renderer,
  sources: readonly TemplateSource[],
  order: Order,
  renders: number,
  stored: StoredStructures | null = null,
): Promise<number> {
  const start = performance.now();
  for (let render = 0; render < renders; render++) {
    const source = sources[order(render)];
    if (source !== undefined) await renderer.renderBytes(source, recipient(render % 12), stored);
  }
  return (1_000 * renders) / (performance.now() - start);
}

function measure(
  what: string,
  unit: string,
  figures: readonly number[],
  target?: Measure['target'],
): Measure {
  return { what, unit, spread: spreadOf(figures), ...(target && { target }) };
}
