import type { PoolClient } from 'pg';
import { SUBSCRIPTION_CHANNEL } from '../../webhook-subscription/domain/subscription-changed.js';
import type { DeliveryKey } from '../domain/delivery-key.js';

/**
 * Deletes the subscriptions of deliveries that used up all their retries, and cancels what else waits for them
 * (docs/specification.md#events-out). The caller's transaction holds the subscriptions' locks.
 * @returns of each subscription that this deleted the delivery that brought it about.
 */
export async function deleteExhausted(
  connection: PoolClient,
  exhausted: readonly DeliveryKey[],
): Promise<readonly DeliveryKey[]> {
  const partnerIds = exhausted.map(({ partnerId }) => partnerId);
  const subscriptionIds = exhausted.map(({ subscriptionId }) => subscriptionId);
  const { rows: deleted } = await connection.query<{ partnerId: number; id: number }>({
    name: 'delete exhausted subscriptions',
    text: `UPDATE webhook_subscription s
           SET deleted_at = now(), updated_at = now(), deleted_reason = 'retries_exhausted', version = version + 1
           FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::int[]) AS t (partner_id, id)) AS t
           WHERE s.partner_id = t.partner_id AND s.id = t.id AND s.deleted_at IS NULL
           RETURNING s.partner_id AS "partnerId", s.id`,
    values: [partnerIds, subscriptionIds],
  });
  await connection.query({
    name: 'raise subscriptions versions',
    text: 'UPDATE partner SET subscriptions_version = subscriptions_version + 1 WHERE id = ANY ($1::int[])',
    values: [deleted.map(({ partnerId }) => partnerId)],
  });
  for (const { partnerId, id } of deleted) {
    await cancelPending(connection, partnerId, id);
    await connection.query('SELECT pg_notify($1, $2)', [SUBSCRIPTION_CHANNEL, `${partnerId}:${id}`]);
  }
  return deleted.flatMap(({ id }) => exhausted.find(({ subscriptionId }) => subscriptionId === id) ?? []);
}

/**
 * Ends all that waits in the table for a subscription that went away; what a process has leased it ends itself. This
 * may come when the subscription is back: then it ends what is older than that.
 */
export async function cancelPending(
  connection: Pick<PoolClient, 'query'>,
  partnerId: number,
  subscriptionId: number,
): Promise<void> {
  await connection.query({
    name: 'cancel pending deliveries',
    text: `WITH cancelled AS (
             DELETE FROM delivery_attempt d USING webhook_subscription s
             WHERE d.partner_id = $1 AND d.subscription_id = $2 AND d.lease IS NULL
               AND s.partner_id = d.partner_id AND s.id = d.subscription_id
               AND (s.deleted_at IS NOT NULL OR NOT s.is_active OR d.subscriptions_version < s.live_since)
             RETURNING d.partner_id, d.subscription_id, d.event_id
           )
           INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
           SELECT partner_id, subscription_id, event_id, 'cancelled', now() FROM cancelled
           ON CONFLICT (partner_id, subscription_id, event_id) DO NOTHING`,
    values: [partnerId, subscriptionId],
  });
}
