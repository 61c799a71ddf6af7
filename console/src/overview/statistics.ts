import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schema } from '../api/client';
import { queryOf, type Range } from './ranges';

const LOOK_EVERY_MS = 60_000;

/** The partner's attempts and emails by step, oldest first, read again every minute. */
export function useStatistics(range: Range) {
  return useQuery({
    queryKey: ['statistics', range],
    refetchInterval: LOOK_EVERY_MS,
    placeholderData: keepPreviousData,
    queryFn: () => bodyOf(api.GET('/partner/statistics', { params: { query: queryOf(range) } })),
  });
}

/** Sums over a range. Percentiles have no sum, so the worst one is taken. */
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
