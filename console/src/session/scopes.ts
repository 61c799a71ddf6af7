import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';

/** Whose the session is and what it may do; undefined until it is known. */
export function useSessionFacts() {
  return useQuery({
    queryKey: ['session'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bodyOf(api.GET('/partner/session')),
  }).data;
}

/** True when the session may change things. Buttons that it cannot use are not shown. */
export function useCanWrite(): boolean {
  return useSessionFacts()?.scopes.includes('write') ?? true;
}
