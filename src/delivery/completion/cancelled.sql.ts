import type { PoolClient } from 'pg';

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
             DELETE FROM delivery_attempt d
             WHERE d.partner_id = $1 AND d.subscription_id = $2 AND d.lease IS NULL
               AND NOT EXISTS (SELECT FROM live_subscription s WHERE s.partner_id = d.partner_id
                 AND s.id = d.subscription_id AND s.live_since <= d.subscriptions_version)
             RETURNING d.partner_id, d.subscription_id, d.event_id
           )
           INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
           SELECT partner_id, subscription_id, event_id, 'cancelled', now() FROM cancelled
           ON CONFLICT (partner_id, subscription_id, event_id) DO NOTHING`,
    values: [partnerId, subscriptionId],
  });
}
