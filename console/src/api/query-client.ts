import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal';

/** Answers stay fresh this long, so that going back to a view shows them at once. */
const FRESH_MS = 5000;

/** The answers of the service in this tab. Only what had no answer, or 503, is asked for again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 2 && error instanceof Refusal && isPassing(error.problem.status),
    },
  },
});

function isPassing(status: number): boolean {
  return status === 0 || status === 503;
}
