import { PLANTED_BUGS } from './simulation/planted-bugs.js';
import { simulate } from './simulation/simulate.js';

/** Seeds of one run; `npm run simulate` takes thousands. */
const SEEDS = Number(process.env['SIMULATED_SEEDS'] ?? 300);
const FIRST = Number(process.env['SIMULATED_FROM'] ?? 1);
const SEEDS_TO_CATCH_A_BUG = 300;
const TRACE_TAIL = 60;
const PATIENCE_MS = 3_600_000;

describe('The delivery engine in simulated time', () => {
  it(
    `keeps its promise in ${SEEDS} worlds of crashes, freezes, lost sessions and moody receivers`,
    async () => {
      for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
        const { violations, trace } = await simulate(seed);
        if (violations.length === 0) continue;
        const tail = trace.lines().slice(-TRACE_TAIL).join('\n');
        throw new Error(`Seed ${seed} breaks a rule:\n${violations.join('\n')}\n\n${tail}`);
      }
    },
    PATIENCE_MS,
  );

  it('lives through the same world again for the same seed', async () => {
    const [first, again, other] = [await simulate(7), await simulate(7), await simulate(8)];
    expect(again.digest).toBe(first.digest);
    expect(other.digest).not.toBe(first.digest);
    expect(first.posts).toBeGreaterThan(0);
  });

  it.each(PLANTED_BUGS.map(({ name, plant, scenario }) => ({ name, plant, scenario })))(
    'shows when $name',
    async ({ plant, scenario }) => {
      for (let seed = 1; seed <= SEEDS_TO_CATCH_A_BUG; seed++) {
        const { violations } = await simulate(seed, { plant, scenario });
        if (violations.length > 0) return;
      }
      throw new Error(`No seed up to ${SEEDS_TO_CATCH_A_BUG} shows it.`);
    },
    PATIENCE_MS,
  );
});
