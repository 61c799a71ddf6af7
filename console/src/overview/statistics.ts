import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schema } from '../api/client';

/** The time ranges with their steps: `hours` is the length of a step. */
const RANGES = {
  h24: { step: '1h', hours: 1, steps: 24 },
  d7: { step: '6h', hours: 6, steps: 28 },
  d30: { step: '1d', hours: 24, steps: 30 },
} as const;

export type Range = keyof typeof RANGES;
export const RANGE_NAMES: readonly Range[] = ['h24', 'd7', 'd30'];

const LOOK_EVERY_MS = 60_000;

export function isRange(text: string): text is Range {
  return Object.hasOwn(RANGES, text);
}

/** The partner's attempts and emails by step, oldest first; read anew every minute. */
export function useStatistics(range: Range) {
  return useQuery({
    queryKey: ['statistics', range],
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: () => bodyOf(api.GET('/partner/statistics', { params: { query: queryOf(range) } })),
  });
}

/** The query that covers a whole range. */
export function queryOf(range: Range): { step: string; since: string } {
  const { step, hours, steps } = RANGES[range];
  return { step, since: new Date(Date.now() - (steps - 1) * hours * 3_600_000).toISOString() };
}

/** Sums over a range. Of percentiles, which have no sum, the worst. */
export function summary(steps: readonly Schema<'Statistics'>[]) {
  const sum = (of: (step: Schema<'Statistics'>) => number) =>
    steps.reduce((total, step) => total + of(step), 0);
  const attempts = sum((step) => step.attempts);
  const failures = sum((step) => step.failures);
  return {
    attempts,
    failures,
    retried: sum((step) => step.retried),
    successRate: attempts === 0 ? null : (attempts - failures) / attempts,
    p50: worst(steps.map(({ p50 }) => p50)),
    p95: worst(steps.map(({ p95 }) => p95)),
    sent: sum((step) => step.emails.sent),
    emailFailures: sum((step) => step.emails.failed + step.emails.bounced),
  };
}

function worst(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
