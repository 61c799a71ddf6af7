import { UnmatchedIntake } from '../contestants/unmatched-intake.js';
import { Rounds } from '../harness/rounds.js';
import { spreadOf } from '../harness/statistics.js';
import type { Scenario } from './scenario.js';

const ONE = '1 partner, 10 subscriptions';
const MANY = '1,000 partners, 10 each';
const PARTNERS = 1_000;
const SUBSCRIPTIONS = 10;
const MIB = 1_048_576;
/** The factor on the number of events, because an intake without deliveries is faster. */
const EVENTS = 2;

/** Compares the intake for 1,000 partners, each of which it checks, with the intake for one. */
export const partners: Scenario = {
  name: 'partners',
  asks: 'How fast is the intake with 1,000 partners, compared with one?',
  shows: 'intake with 1,000 partners × 10 subscriptions / 1 × 10; memory of 10,000 subscriptions',
  async run(bench) {
    const one = await UnmatchedIntake.start(bench, ONE, 1, SUBSCRIPTIONS);
    const many = await UnmatchedIntake.start(bench, MANY, PARTNERS, SUBSCRIPTIONS);
    const deliveries = bench.options.deliveries * EVENTS;
    const warmUp = bench.options.warmUp * EVENTS;
    const rounds = await Rounds.run(
      bench,
      [one, many].map((contestant) => ({ contestant, deliveries, warmUp, isSilent: true })),
    );
    const cached = await many.gauge('livery_subscription_cache_bytes');
    const resident = many.memory - one.memory;
    await one.close();
    await many.close();
    return {
      scenario: partners.shows,
      measures: [
        { what: 'events/s', unit: '', spread: rounds.ratio(MANY, ONE), target: { atLeast: 0.9 } },
        {
          what: 'CPU of the database',
          unit: '',
          spread: rounds.ratio(MANY, ONE, ({ cpu }) => cpu.database),
        },
        { what: 'bytes of WAL', unit: '', spread: rounds.ratio(MANY, ONE, ({ walBytes }) => walBytes) },
        ...[ONE, MANY].map((name) => ({
          what: name,
          unit: 'events/s',
          spread: rounds.spread(name, ({ perSecond }) => perSecond),
        })),
        { what: 'cache of 10,000 subscriptions', unit: 'MiB', spread: spreadOf([cached / MIB]) },
        { what: 'more resident memory', unit: 'MiB', spread: spreadOf([resident / MIB]) },
      ],
      notes: [
        'Arrays of 20 events over HTTP, 48 callers, every event of the next company; no subscription matches.',
      ],
    };
  },
};
