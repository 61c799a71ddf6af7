import type { Span } from '../../queue/domain/moment.js';
import { committedWithin } from '../../queue/log/committed-within.js';
import type { Statement } from '../../queue/log/filter-conditions.js';

/** Considers only owned lanes, since others have no events above their watermark. */
export const NOW = `
  SELECT clock_timestamp() AS time, pg_current_snapshot()::text AS snapshot,
    (SELECT watermark FROM lane WHERE backend_pid IS NOT NULL ORDER BY watermark LIMIT 1) AS watermark`;

/**
 * First attempts made from memory are of events above the previously read watermark. Ordering by event makes the
 * planner walk along the ids, since all indexes look alike to it on a day without events.
 */
const CHANGED = `
  SELECT DISTINCT subscription_id AS "subscriptionId", event_id AS "eventId" FROM (
    SELECT s AS subscription_id, e.id AS event_id FROM (
      SELECT xmin, id, subscription_ids FROM event WHERE partner_id = $1 AND id > $6 ORDER BY id OFFSET 0
    ) AS e CROSS JOIN unnest(e.subscription_ids) AS s
    WHERE (${committedWithin('e')} OR EXISTS (
      SELECT FROM delivery_attempt_log a
      WHERE a.partner_id = $1 AND a.subscription_id = s AND a.event_id = e.id AND a.event_id > $6
        AND a.logged_at IS NULL AND ${committedWithin('a')}))
    UNION ALL
    SELECT subscription_id, event_id FROM delivery_attempt_log a
    WHERE partner_id = $1 AND logged_at >= $5 AND ${committedWithin('a')}
    UNION ALL
    SELECT subscription_id, event_id FROM delivery_end x
    WHERE partner_id = $1 AND ended_at >= $5 AND ${committedWithin('x')}
    UNION ALL
    SELECT subscription_id, event_id FROM delivery_attempt p
    WHERE partner_id = $1 AND trigger IN ('manual', 'recover') AND due_at BETWEEN $5 AND $7 AND ${committedWithin('p')}
  ) AS changed ORDER BY event_id, subscription_id LIMIT $2`;

/** The longest time between the beginning and the commit of a transaction. */
const LONGEST_TRANSACTION_MS = 30_000;

/** At most `most` deliveries that changed, in the order of their events. */
export function changedDeliveries(partnerId: number, { since, until }: Span, most: number): Statement {
  const from = new Date(since.time.getTime() - LONGEST_TRANSACTION_MS);
  return {
    text: CHANGED,
    values: [partnerId, most, since.snapshot, until.snapshot, from, since.settled, until.time],
  };
}
