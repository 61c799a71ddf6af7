import type { EntityManager } from 'typeorm';

/**
 * Keeps a subscription as it is until the transaction ends, so that an attempt planned in it has somewhere to go; false
 * when it is deleted or not active.
 */
export async function lockLive(
  rows: EntityManager,
  partnerId: number,
  subscriptionId: number,
): Promise<boolean> {
  const live = await rows.query<unknown[]>(
    `SELECT FROM webhook_subscription WHERE partner_id = $1 AND id = $2 AND deleted_at IS NULL AND is_active
     FOR NO KEY UPDATE`,
    [partnerId, subscriptionId],
  );
  return live.length === 1;
}
