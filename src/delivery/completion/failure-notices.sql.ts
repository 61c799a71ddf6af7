import type { PoolClient } from 'pg';
import { partnerTypeNames } from '../../event/domain/event-types.js';
import type { RetryPolicy } from '../../queue/domain/retry-policy.js';
import type { FailureNotice } from '../domain/failure-notices.js';
import { keyColumns } from './key-columns.js';
import { OLDEST_DELIVERY } from './oldest-delivery.sql.js';

/** True for a delivery that cannot delete its subscription, because another one was answered since its first attempt. */
const IS_SPARED = `s.delete_when = 'endpointFailed' AND coalesce(h.last_active_at >= (
  SELECT min(started_at) FROM delivery_attempt_log l
  WHERE l.partner_id = t.partner_id AND l.subscription_id = t.subscription_id AND l.event_id = t.event_id), false)`;

/**
 * Writes notices with the function of `src/notice` (migration 0071), which skips those written before. The announced
 * time of deletion is that of the subscription's health: it depends on the oldest delivery, or with `endpointFailed` on
 * the last valid answer if that is later. A delivery that its subscription would survive puts nothing at risk.
 */
export async function writeFailureNotices(
  connection: PoolClient,
  notices: readonly FailureNotice[],
  policy: RetryPolicy,
): Promise<void> {
  if (notices.length === 0) return;
  await connection.query({
    name: 'write failure notices',
    text: `SELECT write_notices(json_agg(n)) FROM (
             SELECT t.partner_id, t.name, t.subscription_id AS object_id, s.live_since AS life, e.company_id,
               h.last_active_at AS well_at, CASE WHEN e.type = ANY ($9::text[]) THEN e.key END AS cause,
               json_build_object('url', t.url, 'attemptedAt', t.attempted_at, 'status', t.status, 'error', t.error,
                 'willBeDeletedAt', greatest(
                   o.due_at + t.stretch * ($10::float8[])[o.failures + 1] * interval '1 millisecond',
                   CASE WHEN s.delete_when = 'endpointFailed'
                     THEN h.last_active_at + t.stretch * ($10::float8[])[1] * interval '1 millisecond' END)) AS facts
             FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[], $7::int[],
               $8::text[], $11::float8[])
               AS t (partner_id, subscription_id, event_id, name, url, attempted_at, status, error, stretch)
             JOIN known_subscription s ON s.partner_id = t.partner_id AND s.id = t.subscription_id
             CROSS JOIN LATERAL (
               SELECT company_id, type, key FROM event WHERE partner_id = t.partner_id AND id = t.event_id OFFSET 0
             ) AS e
             LEFT JOIN webhook_subscription_health h
               ON h.partner_id = t.partner_id AND h.subscription_id = t.subscription_id
             LEFT JOIN LATERAL (${OLDEST_DELIVERY}) AS o ON true
             WHERE NOT (t.name = 'subscription.atRisk' AND ${IS_SPARED})
           ) AS n`,
    values: [
      ...keyColumns(notices),
      notices.map(({ name }) => name),
      notices.map(({ url }) => url),
      notices.map(({ attemptedAt }) => attemptedAt),
      notices.map(({ status }) => status),
      notices.map(({ error }) => error),
      partnerTypeNames,
      [0, ...policy.scheduleMs].map((_, failures) => policy.remainingAfter(failures)),
      notices.map(({ subscriptionId }) => policy.stretchOf(subscriptionId)),
    ],
  });
}
