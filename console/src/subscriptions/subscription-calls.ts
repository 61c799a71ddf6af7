import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Answer, answerOf, api, bodyOf, ifMatch, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';
import { type Pages, usePages } from '../api/use-pages';

export type Subscription = Schema<'WebhookSubscription'>;
export type SubscriptionChange = Schema<'WebhookSubscriptionChange'>;

const PAGE = 500;
/** The intervals at which failing and healthy subscriptions are read again. */
const LOOK_EVERY_MS = { failing: 10_000, well: 60_000 } as const;

/** All subscriptions of the partner, page by page. The list is searched and sorted in the browser. */
export function useSubscriptions({ areDeleted }: { readonly areDeleted: boolean }): Pages<Subscription> {
  const pages = usePages(['subscriptions', areDeleted], (cursor, signal) => {
    const query = { limit: PAGE, deleted: areDeleted, ...(cursor !== undefined && { cursor }) };
    return answerOf(api.GET('/partner/webhookSubscription', { params: { query }, signal }));
  });
  const { hasMore, isLoadingMore, loadMore } = pages;
  useEffect(() => {
    if (hasMore && !isLoadingMore) loadMore();
  }, [hasMore, isLoadingMore, loadMore]);
  return pages;
}

/** Reads subscriptions again at intervals, because their health changes. */
export function useRegularReload({ items, reload, isOn }: RegularReload): void {
  const every = items.some(isFailing) ? LOOK_EVERY_MS.failing : LOOK_EVERY_MS.well;
  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      if (!document.hidden) reload();
    };
    const looking = setInterval(look, every);
    return () => clearInterval(looking);
  }, [isOn, every, reload]);
}

interface RegularReload extends Pick<Pages<Subscription>, 'items' | 'reload'> {
  readonly isOn: boolean;
}

/** One subscription with its tag for changes, read again at intervals. */
export function useSubscription(id: number) {
  return useQuery({
    queryKey: ['subscription', id],
    queryFn: () => readSubscription(id),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && !isFailing(data.body) ? LOOK_EVERY_MS.well : LOOK_EVERY_MS.failing,
  });
}

function isFailing({ health }: Subscription): boolean {
  return health.state !== 'healthy';
}

export function readSubscription(id: number): Promise<Answer<Subscription>> {
  return answerOf(api.GET('/partner/webhookSubscription/{id}', { params: { path: { id } } }));
}

/** The deleted subscription with this id; null if there is none. Read only on demand. */
export function useDeletedSubscription(id: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['subscription', 'deleted', id],
    enabled: isWanted,
    queryFn: async () => {
      // The list continues after the id of its cursor.
      const before = id > 1 ? { cursor: String(id - 1) } : {};
      const query = { deleted: true, limit: 1, ...before };
      const [first] = await bodyOf(api.GET('/partner/webhookSubscription', { params: { query } }));
      return first?.id === id ? first : null;
    },
  });
}

/** Reads everything again that shows subscriptions. */
export async function subscriptionsChanged(): Promise<void> {
  const keys = ['subscriptions', 'subscription', 'subscriptionNames'];
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

export function createSubscription(body: Schema<'NewWebhookSubscription'>): Promise<Subscription> {
  return bodyOf(api.POST('/partner/webhookSubscription', { body }));
}

/** @throws Refusal 412 if it has changed since it was read with this tag */
export function changeSubscription(id: number, body: SubscriptionChange, tag: string | null) {
  return answerOf(
    api.PUT('/partner/webhookSubscription/{id}', { params: { path: { id } }, body, ...ifMatch(tag) }),
  );
}

export async function deleteSubscription(id: number): Promise<void> {
  await answerOf(api.DELETE('/partner/webhookSubscription/{id}', { params: { path: { id } } }));
}

export async function restoreSubscription(id: number): Promise<void> {
  await answerOf(api.PATCH('/partner/webhookSubscription/{id}', { params: { path: { id } } }));
}

/** Sends a sample to the receiver. Returns the id of the delivery. */
export async function sendTest(id: number): Promise<string> {
  const sent = await bodyOf(api.POST('/partner/webhookSubscription/{id}/test', { params: { path: { id } } }));
  return sent.deliveryId;
}

export function recoverSince(id: number, since: string): Promise<Schema<'Recovery'>> {
  return bodyOf(
    api.POST('/partner/webhookSubscription/{id}/recover', { params: { path: { id } }, body: { since } }),
  );
}
