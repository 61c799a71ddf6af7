import { useQuery } from '@tanstack/react-query';
import { answerOf, api, bodyOf, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';

export type Delivery = Schema<'Delivery'>;
export type DeliveryDetail = Schema<'DeliveryDetail'>;
/** The filters of the list, by their names in the address. */
export type DeliveryFilters = Readonly<Record<string, string>>;

/** Rows in a page of the list. */
export const PAGE = 100;
const LOOK_EVERY_MS = 1500;
/** The page waits for an attempt that is due this soon. */
const SOON_MS = 10_000;
/** The number of subscriptions whose names are loaded for filters and lists. */
const NAMED = 500;

/** A page of the log with filters. */
export function deliveriesPage(filters: DeliveryFilters, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filters, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return answerOf(api.GET('/partner/delivery', { params: { query }, signal }));
}

/** One delivery with its attempts. It is read again while an attempt is in flight or due soon. */
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

/** The number of deliveries that match the filters, counted up to 10,000. */
export function countMatching(filters: DeliveryFilters): Promise<Schema<'DeliveryCount'>> {
  return bodyOf(api.GET('/partner/delivery/count', { params: { query: filters } }));
}

/** Retries all deliveries that match the filters, at most 10,000. */
export function retryAll(filters: DeliveryFilters): Promise<Schema<'RetriedDeliveries'>> {
  return bodyOf(api.POST('/partner/delivery/retry', { params: { query: filters } }));
}

/** The subscriptions for filters and lists, by id, including deleted ones. */
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
