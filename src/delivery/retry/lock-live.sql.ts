import type { EntityManager } from 'typeorm';

/**
 * Locks a subscription until the transaction ends, so that an attempt planned in it has
 * somewhere to go. False when it is deleted or not active.
 */
export async function lockLive(
  rows: EntityManager,
  partnerId: number,
  subscriptionId: number,
): Promise<boolean> {
  return (await lockLiveAmong(rows, partnerId, [subscriptionId])).has(subscriptionId);
}

/** As `lockLive`, for several: the ids of those that are neither deleted nor inactive. */
export async function lockLiveAmong(
  rows: EntityManager,
  partnerId: number,
  subscriptionIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const live = await rows.query<{ id: number }[]>(
    'SELECT id FROM lock_subscriptions(ARRAY[$1::int], $2::int[]) WHERE is_live',
    [partnerId, subscriptionIds],
  );
  return new Set(live.map(({ id }) => id));
}
