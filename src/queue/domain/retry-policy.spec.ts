import fc from 'fast-check';
import { Settings } from '../../shared/settings.js';
import { jitterOfSubscription, RetryPolicy } from './retry-policy.js';

const HOUR_MS = 3_600_000;

describe('The retry policy', () => {
  it('allows eleven attempts in about 78 hours by default', () => {
    const { retryScheduleMs } = new Settings({});
    const policy = new RetryPolicy(retryScheduleMs, () => 0);
    const delays = [];
    for (let failures = 1; ; failures++) {
      const delay = policy.delayAfter(failures);
      if (delay === null) break;
      delays.push(delay);
    }
    expect(delays).toHaveLength(10);
    expect(delays[0]).toBe(5_000);
    expect(Math.round(delays.reduce((sum, delay) => sum + delay, 0) / HOUR_MS)).toBe(78);
  });

  it('adds at most a tenth to a planned delay, and never shortens it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (planned, random) => {
          const delay = new RetryPolicy([planned], () => random).delayAfter(1);
          expect(delay).toBeGreaterThanOrEqual(planned);
          expect(delay).toBeLessThanOrEqual(Math.ceil(planned * 1.1));
        },
      ),
    );
  });

  it('lets a receiver lengthen a delay up to a day, but not shorten it', () => {
    const policy = new RetryPolicy([60_000], () => 0);
    expect(policy.delayAfter(1, 30_000)).toBe(60_000);
    expect(policy.delayAfter(1, 90_000)).toBe(90_000);
    expect(policy.delayAfter(1, 48 * HOUR_MS)).toBe(24 * HOUR_MS);
  });

  it('gives the time for which a delivery will still be tried', () => {
    const policy = new RetryPolicy([1, 20, 300], () => 0);
    expect(policy.remainingAfter(1)).toBe(320);
    expect(policy.remainingAfter(3)).toBe(0);
    expect([1, 2, 3].map((failures) => policy.isLate(failures))).toEqual([false, true, true]);
  });

  it('gives each subscription a jitter of its own, and spreads them evenly', () => {
    const jitters = Array.from({ length: 1_000 }, (_, index) => jitterOfSubscription(index + 1));
    const tenths = jitters.map((jitter) => Math.floor(jitter * 10));
    for (let tenth = 0; tenth < 10; tenth++) {
      const count = tenths.filter((found) => found === tenth).length;
      expect(count).toBeGreaterThanOrEqual(95);
      expect(count).toBeLessThanOrEqual(105);
    }
    expect(jitterOfSubscription(2_147_483_647)).toBeLessThan(1);
  });

  it('lengthens all delays of a subscription by the same factor', () => {
    const policy = new RetryPolicy([1_000_000, 2_000_000], jitterOfSubscription);
    const stretch = policy.stretchOf(7);
    expect(policy.delayAfter(1, 0, 7)).toBe(Math.round(1_000_000 * stretch));
    expect(policy.delayAfter(2, 0, 7)).toBe(Math.round(2_000_000 * stretch));
    expect(policy.delayAfter(1, 0, 8)).not.toBe(policy.delayAfter(1, 0, 7));
  });
});
