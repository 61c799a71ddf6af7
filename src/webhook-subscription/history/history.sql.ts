import type { EntityManager } from 'typeorm';
import type { Actor } from '../../partner/domain/actor.js';
import { changeBetween } from '../domain/subscription-history.js';
import type { WebhookSubscription } from '../domain/webhook-subscription.js';

/** The most changes kept per subscription, and their most bytes. The newest change is always kept. */
export const MAX_CHANGES = 100;
const MAX_BYTES = 256 * 1_024;

/**
 * Records a change in the transaction that makes it, and drops the oldest changes beyond the limits.
 * @param present null for a new subscription
 * @param subscriptionsVersion of the partner, from this change on
 */
export async function recordChange(
  rows: EntityManager,
  present: WebhookSubscription | null,
  next: WebhookSubscription,
  subscriptionsVersion: number,
  { kind, id, name }: Actor,
): Promise<void> {
  const change = changeBetween(present, next);
  const before = change.before === null ? null : JSON.stringify(change.before);
  const state = JSON.stringify(change.state);
  const key = [next.partnerId, next.id];
  await rows.query(
    `INSERT INTO webhook_subscription_history (partner_id, subscription_id, number, subscriptions_version, at, action,
       actor_kind, actor_id, actor_name, before, before_since, state, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...key,
      next.version,
      subscriptionsVersion,
      next.updatedAt,
      change.action,
      kind,
      id,
      name,
      before,
      present?.updatedAt ?? null,
      state,
      Buffer.byteLength(state + (before ?? '')),
    ],
  );
  await rows.query(
    `DELETE FROM webhook_subscription_history h USING (
       SELECT number, row_number() OVER newest_first AS place, sum(bytes) OVER newest_first AS bytes
       FROM webhook_subscription_history WHERE partner_id = $1 AND subscription_id = $2
       WINDOW newest_first AS (ORDER BY number DESC)
     ) AS kept
     WHERE h.partner_id = $1 AND h.subscription_id = $2 AND h.number = kept.number
       AND kept.place > 1 AND (kept.place > ${MAX_CHANGES} OR kept.bytes > ${MAX_BYTES})`,
    key,
  );
}
