import { PLANTED_BUGS } from './planted-bugs/planted-bugs.js';
import { type Report, told } from './report.js';
import { BESET, FORMER, type Scenario } from './scenario.js';
import { KEPT_SEEDS, RECENT_SEEDS } from './seeds.js';
import { simulate } from './simulate.js';

const GROUPS = 4;
const SEEDS_PER_GROUP = 50;
const SEEDS_BESET = 6;
/** A planted bug must show itself within so many seeds. */
const SEEDS_PER_BUG = 100;

async function hold(seed: number, scenario?: Partial<Scenario>): Promise<Report> {
  const report = await simulate(seed, { scenario });
  if (report.violations.length > 0) throw new Error(told(report));
  return report;
}

describe('The delivery engine in a simulated world', () => {
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    first: group * SEEDS_PER_GROUP + 1,
    last: (group + 1) * SEEDS_PER_GROUP,
  }));

  it.each(KEPT_SEEDS)('keeps the promise with seeds that once broke it: $showed', async ({ seeds }) => {
    for (const seed of seeds) await hold(seed, FORMER);
  });

  it.each(RECENT_SEEDS)('keeps the promise with seeds that broke it recently: $showed', async ({ seeds }) => {
    for (const seed of seeds) await hold(seed);
  });

  it.each(groups)('keeps the promise with the seeds $first to $last', async ({ first, last }) => {
    const sums = { deliveries: 0, duplicates: 0, losses: 0, furtherPages: 0, inTurnAndLimited: 0 };
    for (let seed = first; seed <= last; seed++) {
      const report = await hold(seed);
      const { deliveries, posts, losses, logged, scenario, furtherPages } = report;
      sums.deliveries += deliveries;
      sums.duplicates += posts - logged;
      sums.losses += losses;
      sums.inTurnAndLimited += report.inTurnAndLimited;
      if (scenario.areSubscriptionsLarge) sums.furtherPages += furtherPages;
    }
    // A world in which nothing happens, or nothing goes wrong, would prove nothing.
    expect(sums.deliveries).toBeGreaterThan(1_000);
    expect(sums.losses).toBeGreaterThan(10);
    expect(sums.duplicates).toBeGreaterThan(0);
    expect(sums.inTurnAndLimited).toBeGreaterThan(20);
    expect(sums.furtherPages).toBeGreaterThan(100);
  });

  it('keeps the promise, and does not delay others, when many endpoints begin to hang at one moment', async () => {
    for (let seed = 1; seed <= SEEDS_BESET; seed++) await hold(seed, BESET);
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
    throw new Error(`${SEEDS_PER_BUG} seeds went by without a broken rule.`);
  });
});
