import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { interruption } from './interruption';
import { isPassing } from './refusal';

/** Answers stay fresh this long, so that going back to a view shows them at once. */
const FRESH_MS = 5000;
/** Shorter pauses are not shown. */
const SHORT_MS = 2000;

/**
 * The answers of the service in this tab. A read that fails for a reason that passes is repeated: silently after a short
 * pause, otherwise when `parts/interruption-notice.tsx` says.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (isPassing(error) && navigator.onLine) interruption.begin(error);
    },
    onSuccess() {
      if (failed().length === 0) interruption.end();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      // `underKey` has repeated calls after a 429 already.
      retry: (failures, error) =>
        failures < 2 && isPassing(error) && error.problem.status !== 429 && pauseBefore(error) <= SHORT_MS,
      retryDelay: (_, error) => pauseBefore(error),
    },
  },
});

function pauseBefore(error: Error): number {
  return (isPassing(error) ? error.problem.retryAfterMs : undefined) ?? 1000;
}

/** The reads in use that have failed for a reason that passes. */
function failed(): readonly Query[] {
  return queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' && isPassing(state.error),
  });
}

function readAgain(): void {
  const reads = failed();
  if (reads.length === 0) interruption.end();
  for (const { queryKey } of reads) void queryClient.refetchQueries({ queryKey, exact: true });
}

interruption.retryWith(readAgain);
addEventListener('online', readAgain);
