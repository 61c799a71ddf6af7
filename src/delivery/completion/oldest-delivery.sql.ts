/** When an attempt `d` is made. While it is being made, `due_at` is the end of its lease. */
export const PLANNED_AT = `CASE WHEN d.lease IS NULL THEN d.due_at ELSE least(d.due_at, now()) END`;

/**
 * Selects `failures` and `due_at`, the time of the next attempt, of the oldest delivery of the subscription `s`. That
 * delivery is furthest along its schedule, so it would be exhausted first.
 */
export const OLDEST_DELIVERY = `
  SELECT failures, greatest(${PLANNED_AT}, now()) AS due_at FROM delivery_attempt d
  WHERE d.partner_id = s.partner_id AND d.subscription_id = s.id AND d.subscriptions_version >= s.live_since
    AND d.continues AND d.due_at < 'infinity'
  ORDER BY event_id LIMIT 1`;
