import { StatisticsSpan } from './statistics-span.js';

const NOW = new Date('2026-02-03T14:25:00Z');

describe('The span of statistics', () => {
  const of = (step: string, since: string | null) => {
    const span = StatisticsSpan.of(step, since === null ? null : new Date(since), NOW);
    return [span.length, span.starts.at(0)?.toISOString(), span.starts.at(-1)?.toISOString()];
  };

  it.each([
    ['1h', null, 24, '2026-02-02T15:00:00.000Z', '2026-02-03T14:00:00.000Z'],
    ['1d', null, 24, '2026-01-11T00:00:00.000Z', '2026-02-03T00:00:00.000Z'],
    ['1h', '2026-02-03T12:59:59Z', 3, '2026-02-03T12:00:00.000Z', '2026-02-03T14:00:00.000Z'],
    ['1d', '2026-01-28T23:00:00+02:00', 7, '2026-01-28T00:00:00.000Z', '2026-02-03T00:00:00.000Z'],
    ['6h', '2026-02-03T03:10:00Z', 2, '2026-02-03T03:00:00.000Z', '2026-02-03T09:00:00.000Z'],
    ['7d', '2026-01-21T01:00:00Z', 2, '2026-01-21T00:00:00.000Z', '2026-01-28T00:00:00.000Z'],
    ['1h', '2026-02-03T14:59:00Z', 1, '2026-02-03T14:00:00.000Z', '2026-02-03T14:00:00.000Z'],
    ['1h', '2026-02-03T15:00:00Z', 0, undefined, undefined],
  ])('in steps of %s since %s has %d, from %s to %s', (step, since, length, first, last) => {
    expect(of(step, since)).toEqual([length, first, last]);
  });

  it('has at most 1,000 steps', () => {
    const first = new Date(Date.UTC(2026, 1, 3, 14) - 999 * 3_600_000);
    expect(StatisticsSpan.of('1h', first, NOW).isTooLong).toBe(false);
    expect(StatisticsSpan.of('1h', new Date(first.getTime() - 1), NOW).isTooLong).toBe(true);
    expect(StatisticsSpan.of('999d', new Date(0), NOW).isTooLong).toBe(false);
  });
});
