import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';

/** The name of a company in its last email; null without one, undefined while it loads. */
export function useSenderName(companyId: number | null): string | null | undefined {
  return useQuery({
    queryKey: ['senderName', companyId],
    enabled: companyId !== null,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const query = { companyId: companyId ?? 0, limit: 1 };
      const [last] = await bodyOf(api.GET('/partner/email', { params: { query }, signal }));
      return last?.fromName ?? null;
    },
  }).data;
}
