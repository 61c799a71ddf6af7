import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';

/** The partner and the scopes of the session; undefined until they are known. */
export function useSessionFacts() {
  return useQuery({
    queryKey: ['session'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bodyOf(api.GET('/partner/session')),
  }).data;
}

/** True if the session may change data. Buttons that it cannot use are hidden. */
export function useCanWrite(): boolean {
  return useSessionFacts()?.scopes.includes('write') ?? true;
}
