import { PROJECT_LATER } from '../domain/lane-store.js';
import { BURST_MS } from '../domain/rate.js';

/**
 * Steps along the index from one subscription with waiting attempts to the next, so that a subscription with a million
 * attempts costs no more than one with a single attempt.
 */
export const WAITING = `
  WITH RECURSIVE waiting AS (
    (SELECT partner_id, subscription_id FROM delivery_attempt ORDER BY partner_id, subscription_id LIMIT 1)
    UNION ALL
    SELECT next.partner_id, next.subscription_id FROM waiting w CROSS JOIN LATERAL (
      SELECT d.partner_id, d.subscription_id FROM delivery_attempt d
      WHERE (d.partner_id, d.subscription_id) > (w.partner_id, w.subscription_id)
      ORDER BY d.partner_id, d.subscription_id LIMIT 1
    ) AS next
  )`;

/** Subscriptions with waiting attempts that have no limit per second. */
const WITHOUT_LIMIT = `${WAITING}, live AS (
  SELECT w.partner_id, w.subscription_id, s.include_paths, NULL::int AS permits,
    row_number() OVER (PARTITION BY w.partner_id ORDER BY random()) AS turn
  FROM waiting w
  JOIN live_subscription s ON s.partner_id = w.partner_id AND s.id = w.subscription_id
  WHERE s.max_per_second IS NULL AND w.subscription_id <> ALL ($5::int[])
  ORDER BY turn, random())`;

const SECOND = `interval '1 second'`;
const BURST = `interval '${BURST_MS} milliseconds'`;

/**
 * Subscriptions with a limit that have due attempts and free permits (rate.ts). Locks their rates against claims of
 * other processes. Creates a rate for a subscription that was just given a limit; the next claim uses it.
 */
const WITH_LIMIT = `
WITH new_rate AS (
  INSERT INTO delivery_rate (partner_id, subscription_id, free_at)
  SELECT s.partner_id, s.id, now() FROM live_subscription s
  WHERE s.max_per_second IS NOT NULL
    AND NOT EXISTS (SELECT FROM delivery_rate r WHERE r.partner_id = s.partner_id AND r.subscription_id = s.id)
  ON CONFLICT DO NOTHING
), rate AS MATERIALIZED (
  SELECT r.partner_id, r.subscription_id, r.free_at, s.include_paths, s.max_per_second
  FROM live_subscription s
  JOIN delivery_rate r ON r.partner_id = s.partner_id AND r.subscription_id = s.id
  WHERE s.max_per_second IS NOT NULL AND s.id <> ALL ($5::int[]) AND s.id <> ALL ($7::int[]) AND r.free_at <= now()
    AND EXISTS (SELECT FROM delivery_attempt d
      WHERE d.partner_id = s.partner_id AND d.subscription_id = s.id AND d.due_at <= now())
  FOR UPDATE OF r SKIP LOCKED
), live AS (
  SELECT partner_id, subscription_id, include_paths,
    1 + floor(extract(epoch FROM now() - greatest(free_at, now() - ${BURST})) * max_per_second)::int AS permits,
    row_number() OVER (PARTITION BY partner_id ORDER BY random()) AS turn
  FROM rate
  ORDER BY turn, random()
)`;

/** Takes a permit for each claimed attempt. */
const TAKE_PERMITS = `, taken AS (
  UPDATE delivery_rate r SET free_at = greatest(r.free_at, now() - ${BURST}) + c.count * ${SECOND} / rate.max_per_second
  FROM (SELECT partner_id, subscription_id, count(*) FROM claimed GROUP BY partner_id, subscription_id) AS c
  JOIN rate ON rate.partner_id = c.partner_id AND rate.subscription_id = c.subscription_id
  WHERE r.partner_id = c.partner_id AND r.subscription_id = c.subscription_id
)`;

/** Leases due attempts of the subscriptions in `live`, at most `permits` of each if not null. */
const CLAIMED = `, due AS (
  SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease, l.include_paths, l.turn
  FROM live l CROSS JOIN LATERAL (
    SELECT d.partner_id, d.subscription_id, d.event_id, d.due_at, d.lease FROM delivery_attempt d
    WHERE d.partner_id = l.partner_id AND d.subscription_id = l.subscription_id AND d.due_at <= now()
    ORDER BY d.due_at, d.event_id LIMIT least($4, l.permits) FOR UPDATE SKIP LOCKED
  ) AS d
  LIMIT $3
), in_turn AS (
  SELECT due.*, e.bytes, e.projections_bytes,
    row_number() OVER (PARTITION BY due.partner_id ORDER BY turn, due_at, event_id) AS place,
    row_number() OVER (PARTITION BY due.partner_id, event_id ORDER BY turn) AS place_at_event
  FROM due CROSS JOIN LATERAL (
    SELECT octet_length(e.data) AS bytes, octet_length(e.projections) AS projections_bytes
    FROM event e WHERE e.partner_id = due.partner_id AND ${isWithoutPruning('e.id', 'due.event_id')} OFFSET 0
  ) AS e
), fitting AS (
  SELECT *, sum(bytes + CASE place_at_event WHEN 1 THEN projections_bytes ELSE 0 END)
    OVER (ORDER BY place, partner_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
  FROM in_turn
), claimed AS (
  UPDATE delivery_attempt d SET lease = $1, due_at = now() + $2 * interval '1 millisecond'
  FROM fitting f
  WHERE d.partner_id = f.partner_id AND d.subscription_id = f.subscription_id AND d.event_id = f.event_id
    AND coalesce(f.bytes_before, 0) < $6
  RETURNING d.*, f.due_at AS was_due_at, f.lease IS NOT NULL AS lease_ran_out, f.include_paths
), claimed_event AS MATERIALIZED (
  SELECT e.*, ARRAY(SELECT value::text FROM json_array_elements(e.projections::json) WITH ORDINALITY AS p (value, n)
    ORDER BY n) AS texts
  FROM (SELECT DISTINCT partner_id, event_id FROM claimed) AS c
  JOIN event e ON e.partner_id = c.partner_id AND ${isWithoutPruning('e.id', 'c.event_id')}
)`;

const ANSWER = `
SELECT c.partner_id AS "partnerId", c.subscription_id AS "subscriptionId", c.event_id AS "eventId", c.trigger,
  c.number, c.failures, c.continues, c.subscriptions_version AS "subscriptionsVersion", c.document, c.lease_ran_out AS "leaseRanOut", e.type,
  e.type_id AS "typeId", e.company_id AS "companyId", e.created_at AS "createdAt",
  e.is_test AS "isTest",
  p.subscriptions_version AS "currentVersion",
  coalesce(r.data, CASE WHEN place < 0 THEN e.data ELSE e.texts[place + 1] END) AS "dataJson",
  CASE WHEN r.data IS NULL AND place = ${PROJECT_LATER} THEN c.include_paths END AS "includePaths"
FROM claimed c
JOIN claimed_event e ON e.partner_id = c.partner_id AND e.id = c.event_id
JOIN live_partner p ON p.id = c.partner_id
CROSS JOIN LATERAL (SELECT ${placeOf('e', 'c')} AS place) AS at
LEFT JOIN recovered_delivery r
  ON r.partner_id = c.partner_id AND r.subscription_id = c.subscription_id
  AND ${isWithoutPruning('r.event_id', 'c.event_id')}
ORDER BY c.was_due_at, c.event_id`;

/** Claims attempts of subscriptions without a limit. */
export const CLAIM_DUE = WITHOUT_LIMIT + CLAIMED + ANSWER;

/** Claims attempts of subscriptions with a limit. `$7`: the queues with attempts waiting in this process. */
export const CLAIM_PERMITTED = WITH_LIMIT + CLAIMED + TAKE_PERMITS + ANSWER;

/**
 * SQL that compares a partition key without letting PostgreSQL choose partitions by it; the index still serves it.
 * PostgreSQL 18.4 crashed when it chose partitions in this statement under load, and each crash ended every session.
 */
function isWithoutPruning(key: string, id: string): string {
  return `${key} = ANY (array_fill(${id}, '{1}'))`;
}

/** SQL for the index of a delivery's projection, or WHOLE_DOCUMENT or PROJECT_LATER. */
export function placeOf(event: string, delivery: string): string {
  return `${event}.subscription_projections[array_position(${event}.subscription_ids, ${delivery}.subscription_id)]`;
}

/** SQL for the document of a delivery, projected, or whole if it is projected at each attempt. */
export function projectionOf(event: string, delivery: string): string {
  const place = placeOf(event, delivery);
  return `CASE WHEN ${place} < 0 THEN ${event}.data ELSE (${event}.projections::json -> ${place}::int)::text END`;
}
