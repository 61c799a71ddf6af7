import { PLANTED_BUGS } from './planted-bugs/planted-bugs.js';
import { type Report, failureText } from './report.js';
import { HANGING_RECEIVERS, FORMER, type Scenario } from './scenario.js';
import { KEPT_SEEDS, RECENT_SEEDS } from './seeds.js';
import { simulate } from './simulate.js';

const GROUPS = 4;
const SEEDS_PER_GROUP = 50;
const SEEDS_OF_HANGING_RECEIVERS = 6;
/** A planted bug must be noticed within this many seeds. */
const SEEDS_PER_BUG = 100;

async function runSeed(seed: number, scenario?: Partial<Scenario>): Promise<Report> {
  const report = await simulate(seed, { scenario });
  if (report.violations.length > 0) throw new Error(failureText(report));
  return report;
}

describe('The delivery engine in a simulated world', () => {
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    first: group * SEEDS_PER_GROUP + 1,
    last: (group + 1) * SEEDS_PER_GROUP,
  }));

  it.each(KEPT_SEEDS)('keeps its guarantees with seeds that once broke one: $showed', async ({ seeds }) => {
    for (const seed of seeds) await runSeed(seed, FORMER);
  });

  it.each(RECENT_SEEDS)(
    'keeps its guarantees with seeds that broke one recently: $showed',
    async ({ seeds }) => {
      for (const seed of seeds) await runSeed(seed);
    },
  );

  it.each(groups)('keeps its guarantees with the seeds $first to $last', async ({ first, last }) => {
    const sums = { deliveries: 0, duplicates: 0, losses: 0, furtherPages: 0, inTurnAndLimited: 0 };
    for (let seed = first; seed <= last; seed++) {
      const report = await runSeed(seed);
      const { deliveries, posts, losses, logged, scenario, furtherPages } = report;
      sums.deliveries += deliveries;
      sums.duplicates += posts - logged;
      sums.losses += losses;
      sums.inTurnAndLimited += report.inTurnAndLimited;
      if (scenario.areSubscriptionsLarge) sums.furtherPages += furtherPages;
    }
    // A world without events or disturbances would prove nothing.
    expect(sums.deliveries).toBeGreaterThan(1_000);
    expect(sums.losses).toBeGreaterThan(10);
    expect(sums.duplicates).toBeGreaterThan(0);
    expect(sums.inTurnAndLimited).toBeGreaterThan(20);
    expect(sums.furtherPages).toBeGreaterThan(100);
  });

  it('keeps its guarantees, and does not delay others, when many endpoints start to hang at one moment', async () => {
    for (let seed = 1; seed <= SEEDS_OF_HANGING_RECEIVERS; seed++) await runSeed(seed, HANGING_RECEIVERS);
  });

  it('runs identically with the same seed, despite random ids', async () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const [once, again] = [await simulate(seed), await simulate(seed)];
      expect(again.digest).toBe(once.digest);
    }
    expect((await simulate(1)).digest).not.toBe((await simulate(2)).digest);
  });
});

describe('The simulation', () => {
  it.each(PLANTED_BUGS)('notices that $name', async ({ plant, scenario, firstSeed = 1 }) => {
    for (let seed = firstSeed; seed < firstSeed + SEEDS_PER_BUG; seed++) {
      const { violations } = await simulate(seed, { plant, scenario });
      if (violations.length > 0) return;
    }
    throw new Error(`${SEEDS_PER_BUG} seeds broke no rule.`);
  });
});
