import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import { session } from './session';

/**
 * Whether the key may change anything. A view shows nothing that it cannot do: until this is known there is no button
 * that changes something.
 */
export function useMayWrite(): boolean {
  const { data } = useQuery({
    queryKey: ['session', session.key()],
    queryFn: ({ signal }) => bodyOf(api.GET('/partner/session', { signal })),
    staleTime: Infinity,
  });
  return data?.scopes.includes('write') ?? false;
}
