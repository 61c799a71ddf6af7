import * as fc from 'fast-check';
import { bucketOf, percentile } from './duration-histogram.js';

function histogramOf(durations: readonly number[]): number[] {
  const counts: number[] = [];
  for (const duration of durations) {
    while (counts.length <= bucketOf(duration)) counts.push(0);
    counts[bucketOf(duration)] = (counts[bucketOf(duration)] ?? 0) + 1;
  }
  return counts;
}

describe('A histogram of durations', () => {
  it('has no percentiles when it is empty', () => {
    expect([percentile([], 0.5), percentile([0, 0], 0.95)]).toEqual([null, null]);
  });

  it.each([
    [[0], 0.5, 1],
    [[0.3, 1], 0.95, 1],
    [[100], 0.5, 100],
    [Array.from({ length: 100 }, (_, index) => (index < 95 ? 10 : 5_000)), 0.95, 10],
    [Array.from({ length: 100 }, (_, index) => (index < 94 ? 10 : 5_000)), 0.95, 5_000],
  ])('of %j: the share %d took up to about %d ms', (durations, share, expected) => {
    const found = percentile(histogramOf(durations), share) ?? 0;
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(Math.max(0.1 * expected, 0.5));
  });

  it('gives every percentile to within a tenth, plus half a millisecond for rounding', () => {
    const durations = fc.array(fc.double({ min: 1, max: 600_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.01, 0.5, 0.95, 1), (given, share) => {
        const exact = given.toSorted((a, b) => a - b)[Math.ceil(given.length * share) - 1] ?? 0;
        const found = percentile(histogramOf(given), share) ?? 0;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.1 * exact + 0.5);
      }),
    );
  });

  it('has few buckets for any deadline of an attempt', () => {
    expect(bucketOf(120_000)).toBeLessThan(70);
  });
});
