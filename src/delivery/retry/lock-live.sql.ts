import type { EntityManager } from 'typeorm';

/**
 * Locks a subscription against change until the transaction ends, so that it stays live for attempts planned in it.
 * False if it is not live.
 */
export async function lockLive(
  rows: EntityManager,
  partnerId: number,
  subscriptionId: number,
): Promise<boolean> {
  return (await lockLiveAmong(rows, partnerId, [subscriptionId])).has(subscriptionId);
}

/** Like `lockLive` for several subscriptions. Returns the ids of the live ones. */
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
