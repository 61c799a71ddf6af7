import { useQuery } from '@tanstack/react-query';
import { answerOf, api, bodyOf, type Schema } from '../api/client';

export type LoggedEvent = Schema<'LoggedEvent'>;
export type EventFilters = Readonly<Record<string, string>>;

/** Events include their documents and deliveries, so pages are smaller than those of deliveries. */
const PAGE = 50;

/** A page of the events that match the filters, newest first. */
export function eventsPage(filters: EventFilters, cursor: string | undefined, signal: AbortSignal) {
  const query = { ...filters, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return answerOf(api.GET('/partner/event', { params: { query }, signal }));
}

/** One event with its document and deliveries. */
export function useEvent(id: string) {
  return useQuery({
    queryKey: ['event', id],
    queryFn: () => bodyOf(api.GET('/partner/event/{id}', { params: { path: { id } } })),
  });
}
