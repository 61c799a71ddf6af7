import type { PoolClient } from 'pg';
import { passTurns } from './turns.sql.js';

/**
 * Cancels the waiting attempts of a subscription that was deleted or deactivated. Leaves leased attempts to their
 * process. If the subscription has been restored, cancels only attempts planned before that.
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
             WHERE d.partner_id = $1 AND d.subscription_id = $2 AND (d.lease IS NULL OR d.due_at = 'infinity')
               AND NOT EXISTS (SELECT FROM live_subscription s WHERE s.partner_id = d.partner_id
                 AND s.id = d.subscription_id AND s.live_since <= d.subscriptions_version)
             RETURNING d.partner_id, d.subscription_id, d.event_id, d.document
           ), passed AS (
             ${passTurns('cancelled')}
           )
           INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
           SELECT partner_id, subscription_id, event_id, 'cancelled', now()
           FROM cancelled, (SELECT count(*) FROM passed) AS p
           ON CONFLICT (partner_id, subscription_id, event_id) DO NOTHING`,
    values: [partnerId, subscriptionId],
  });
}
