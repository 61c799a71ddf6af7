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
  const live = await rows.query<unknown[]>(
    'SELECT FROM lock_subscriptions(ARRAY[$1::int], ARRAY[$2::int]) WHERE is_live',
    [partnerId, subscriptionId],
  );
  return live.length === 1;
}
