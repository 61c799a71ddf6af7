import { useQuery } from '@tanstack/react-query';
import { answerOf, api, bodyOf, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';

export type Delivery = Schema<'Delivery'>;
export type DeliveryDetail = Schema<'DeliveryDetail'>;
/** The filters of the list, as the address has them. */
export type DeliveryFilters = Readonly<Record<string, string>>;

/** Rows in a page of the list. */
export const PAGE = 100;
const LOOK_EVERY_MS = 1500;
/** An attempt that is due this soon is waited for. */
const SOON_MS = 10_000;
/** The names of this many subscriptions are known to filters and lists. */
const NAMED = 500;

/** A page of the log under filters. */
export function deliveriesPage(filters: DeliveryFilters, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filters, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return answerOf(api.GET('/partner/delivery', { params: { query }, signal }));
}

/** One delivery with its attempts, which is looked at again as long as an attempt is being made or about to be. */
export function useDelivery(id: string) {
  return useQuery({
    queryKey: ['delivery', id],
    queryFn: () => bodyOf(api.GET('/partner/delivery/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving(state.data) ? LOOK_EVERY_MS : false,
  });
}

/** Makes one more attempt now. */
export async function retryDelivery(id: string): Promise<void> {
  await answerOf(api.POST('/partner/delivery/{id}/retry', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: ['delivery', id] });
}

/** How many deliveries the filters match; they are counted up to 10,000. */
export function countMatching(filters: DeliveryFilters): Promise<Schema<'DeliveryCount'>> {
  return bodyOf(api.GET('/partner/delivery/count', { params: { query: filters } }));
}

/** Retries all that the filters match, at most 10,000. */
export function retryAll(filters: DeliveryFilters): Promise<Schema<'RetriedDeliveries'>> {
  return bodyOf(api.POST('/partner/delivery/retry', { params: { query: filters } }));
}

/** The subscriptions that filters and lists can name, by id, and whether they are deleted. */
export function useSubscriptionNames() {
  return useQuery({
    queryKey: ['subscriptionNames'],
    staleTime: 60_000,
    queryFn: async () => {
      const page = (deleted: boolean) =>
        bodyOf(api.GET('/partner/webhookSubscription', { params: { query: { limit: NAMED, deleted } } }));
      const [present, gone] = await Promise.all([page(false), page(true)]);
      return [
        ...present.map((one) => ({ ...one, isDeleted: false })),
        ...gone.map((one) => ({ ...one, isDeleted: true })),
      ];
    },
  });
}

function isMoving({ status, nextAttemptAt }: DeliveryDetail): boolean {
  if (status !== 'pending') return false;
  return nextAttemptAt === null || Date.parse(nextAttemptAt) - Date.now() < SOON_MS;
}
