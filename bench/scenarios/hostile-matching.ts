import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../../src/event/domain/event.js';
import { Conditions } from '../../src/webhook-subscription/domain/conditions/conditions.js';
import { IncludePaths } from '../../src/webhook-subscription/domain/include-paths.js';
import { completed } from '../../src/shared/domain/steps.js';
import { SubscriptionIndex } from '../../src/webhook-subscription/domain/subscription-index.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { EventMatcher } from '../../src/delivery/matching/event-matcher.js';
import { SubscriptionCache } from '../../src/delivery/matching/subscription-cache.js';
import { SystemClock } from '../../src/queue/system-clock.js';
import { HostileCrowd } from '../harness/hostile-crowd.js';
import { type HostileCase, hostileCases, metCase } from '../harness/hostile-cases.js';
import { spreadOf } from '../harness/statistics.js';
import type { Measure } from '../harness/result.js';
import type { Scenario } from './scenario.js';

const SUBSCRIPTIONS = 10_000;
const TARGET = 10;

/** One subscription at the limits with the largest document, for each way to make it expensive. */
export const hostileMatching: Scenario = {
  name: 'hostile-matching',
  asks: 'How long do the most expensive subscriptions take on a document of 1 MiB, compared with parsing it?',
  shows: 'the most expensive accepted subscriptions on a document of 1 MiB / JSON.parse of it',
  async run({ options }) {
    const measures: Measure[] = [];
    for (const hostile of hostileCases()) {
      const rounds = Array.from({ length: Math.max(5, options.rounds) }, () => roundOf(hostile));
      for (const what of ['match', 'project', 'preview'] as const) {
        measures.push({
          what: `${hostile.name}: ${what}`,
          unit: '',
          spread: spreadOf(rounds.map((round) => round[what] / round.parse)),
          target: { atMost: TARGET },
        });
      }
    }
    for (const distinct of [1, SUBSCRIPTIONS / 100]) measures.push(...(await crowdOf(distinct)));
    for (const distinct of [1, SUBSCRIPTIONS / 100, SUBSCRIPTIONS])
      measures.push(...(await meeting(distinct)));
    return {
      scenario: hostileMatching.shows,
      measures,
      notes: [
        'All met: every one of 50 conditions of every subscription; 100 include paths; the whole matching of an event by the engine, with projections, its pauses and its rests, in memory. Of 10,000 distinct ones the partner’s share holds no index, so they are compiled page by page for each event.',
        'Match: conditions, compiled before. Project: include paths and JSON.stringify. Preview: compiling, conditions, what is at their paths, and the body.',
      ],
    };
  },
};

function roundOf({ text, conditions, includePaths }: HostileCase) {
  const document: JsonObject = JSON.parse(text);
  const index = completed(SubscriptionIndex.building([subscriptionOf(1, conditions, includePaths)]));
  const paths = IncludePaths.parse(includePaths);
  const once = IncludePaths.parse(includePaths);
  const compiled = Conditions.parse(conditions);
  return {
    parse: millisecondsOf(() => JSON.parse(text)),
    match: millisecondsOf(() => index.matching(document)),
    project: millisecondsOf(() => JSON.stringify(paths.project(document))),
    preview: millisecondsOf(() => [
      completed(compiled.explaining(document)),
      JSON.stringify(once.project(document)),
    ]),
  };
}

/**
 * Ten thousand subscriptions, this many of them distinct: the time of one event, and the longest stretch without a
 * pause.
 */
async function crowdOf(distinct: number): Promise<Measure[]> {
  const [hostile] = hostileCases();
  if (hostile === undefined) return [];
  const document: JsonObject = JSON.parse(hostile.text);
  const index = completed(
    SubscriptionIndex.building(
      Array.from({ length: SUBSCRIPTIONS }, (_, number) => {
        const { conditions, includePaths } = hostile.variant(number % distinct);
        return subscriptionOf(number, conditions, includePaths);
      }),
    ),
  );
  const figures: { total: number; longest: number; parse: number }[] = [];
  for (let round = 0; round < 5; round++) {
    const parse = millisecondsOf(() => JSON.parse(hostile.text));
    const start = performance.now();
    let longest = 0;
    let last = start;
    const steps = index.steps(document);
    for (let step = steps.next(); ; step = steps.next()) {
      longest = Math.max(longest, performance.now() - last);
      if (step.done) break;
      await setImmediate();
      last = performance.now();
    }
    figures.push({ total: performance.now() - start, longest, parse });
  }
  const name = `10,000 subscriptions, ${distinct} distinct`;
  return [
    { what: name, unit: '× JSON.parse', spread: spreadOf(figures.map(({ total, parse }) => total / parse)) },
    { what: name, unit: 'ms per event', spread: spreadOf(figures.map(({ total }) => total)) },
    {
      what: `${name}: longest without a pause`,
      unit: 'ms',
      spread: spreadOf(figures.map(({ longest }) => longest)),
      target: { atMost: 250 },
    },
    { what: `${name}: compiled`, unit: 'MiB', spread: spreadOf([index.bytes / 1_048_576]) },
  ];
}

/**
 * The worst case: each event meets all conditions of this many subscriptions, and is projected for each distinct one.
 */
async function meeting(distinct: number): Promise<Measure[]> {
  const { text, member } = metCase();
  const crowd = new HostileCrowd(
    Array.from({ length: SUBSCRIPTIONS }, (_, number) => member(number % distinct)),
  );
  const matcher = new EventMatcher(new SubscriptionCache(crowd, new SystemClock()));
  const figures: { total: number; longest: number; parse: number; rss: number }[] = [];
  for (let round = 0; round < 3; round++) {
    const parse = millisecondsOf(() => JSON.parse(text));
    const delays = monitorEventLoopDelay({ resolution: 1 });
    delays.enable();
    const start = performance.now();
    const matched = await matcher.match([eventOf(text)]);
    const total = performance.now() - start;
    delays.disable();
    const found = matched.partnerEvents.flat();
    const deliveries = found.reduce((sum, one) => sum + one.deliveries.length, 0);
    if (deliveries !== SUBSCRIPTIONS) throw new Error(`${deliveries} of ${SUBSCRIPTIONS} matched.`);
    for (const { release } of found) release();
    figures.push({ total, longest: delays.max / 1e6, parse, rss: process.memoryUsage().rss / 1_048_576 });
  }
  const name = `10,000 subscriptions, all met, ${distinct} distinct`;
  return [
    { what: name, unit: '× JSON.parse', spread: spreadOf(figures.map(({ total, parse }) => total / parse)) },
    { what: name, unit: 'ms per event', spread: spreadOf(figures.map(({ total }) => total)) },
    {
      what: `${name}: longest without a pause`,
      unit: 'ms',
      spread: spreadOf(figures.map(({ longest }) => longest)),
      target: { atMost: 250 },
    },
    { what: `${name}: the process afterwards`, unit: 'MiB', spread: spreadOf(figures.map(({ rss }) => rss)) },
  ];
}

function eventOf(json: string): DocumentEvent {
  return {
    key: null,
    type: 'document.sent',
    typeId: 'worst',
    companyId: 1,
    createdAt: new Date(),
    data: JSON.parse(json),
    json,
    company: null,
    brand: null,
    emails: [],
  };
}

function subscriptionOf(id: number, conditions: JsonObject, includePaths: readonly string[]) {
  return { id, conditions: Conditions.parse(conditions), includePaths: IncludePaths.parse(includePaths) };
}

function millisecondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
