import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';

/** What the last email of a company called it; null without one, undefined until it is known. */
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
