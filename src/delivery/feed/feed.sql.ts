import type { Statement } from '../../queue/log/filter-conditions.js';
import { PROJECT_LATER } from '../domain/lane-store.js';
import { placeOf, projectionOf } from '../retry/claim.sql.js';

/** Reads the lowest watermark of the lanes, and the database's time. */
export const SETTLED = `
  SELECT clock_timestamp() AS time,
    (SELECT watermark FROM lane WHERE backend_pid IS NOT NULL ORDER BY watermark LIMIT 1) AS watermark`;

/** Reads the place of a delivery, and whether it exists: `$1` the partner, `$2` the subscription, `$3` the event. */
export const PLACE = `
  SELECT coalesce(r.feed_place, e.id) AS place, r.event_id IS NOT NULL OR $2 = ANY (e.subscription_ids) AS "isThere"
  FROM event e
  LEFT JOIN recovered_delivery r
    ON r.partner_id = e.partner_id AND r.event_id = e.id AND r.subscription_id = $2 AND r.event_id = $3
  WHERE e.partner_id = $1 AND e.id = $3`;

/** Every delivery up to the watermark has a row in one of the tables that are walked. */
const walk = (table: string): string => `
  (SELECT DISTINCT event_id AS place, event_id FROM ${table} AS d
   WHERE partner_id = $1 AND subscription_id = $2 AND event_id > $3 AND event_id <= $4
     AND NOT EXISTS (SELECT FROM recovered_delivery r WHERE r.partner_id = $1 AND r.event_id = d.event_id
       AND r.subscription_id = $2 AND r.feed_place IS NOT NULL)
   ORDER BY event_id LIMIT $5)`;

const PLACES = `
  SELECT DISTINCT place, event_id AS "eventId" FROM (
    ${['delivery_attempt_log', 'delivery_attempt', 'delivery_end'].map(walk).join(' UNION ALL ')}
    UNION ALL
    (SELECT feed_place, event_id FROM recovered_delivery
     WHERE partner_id = $1 AND subscription_id = $2 AND feed_place > $3 AND feed_place <= $4
     ORDER BY feed_place LIMIT $5)
  ) AS listed ORDER BY place LIMIT $5`;

/** At most `limit` places of a subscription's deliveries, after one place and up to another. */
export function placesBetween(
  partnerId: number,
  subscriptionId: number,
  { after, upTo }: { readonly after: string; readonly upTo: string },
  most: number,
): Statement {
  return { text: PLACES, values: [partnerId, subscriptionId, after, upTo, most] };
}

const DATA = `coalesce(r.data, ${projectionOf('e', 's')})`;

const ENTRIES = `
  SELECT * FROM (
    SELECT w.place, e.id AS "eventId", e.type, e.type_id AS "typeId", e.company_id AS "companyId",
      e.created_at AS "createdAt", e.is_test AS "isTest", t.data AS "dataJson",
      CASE WHEN r.data IS NULL AND ${placeOf('e', 's')} = ${PROJECT_LATER} THEN s.include_paths END AS "includePaths",
      sum(octet_length(t.data)) OVER (ORDER BY w.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM unnest($3::uuid[], $4::uuid[]) AS w (place, event_id)
    CROSS JOIN LATERAL (
      SELECT * FROM event WHERE partner_id = $1 AND id = w.event_id AND id BETWEEN $5 AND $6 OFFSET 0
    ) AS e
    CROSS JOIN (
      SELECT id AS subscription_id, include_paths FROM known_subscription WHERE partner_id = $1 AND id = $2
    ) AS s
    LEFT JOIN recovered_delivery r
      ON r.partner_id = $1 AND r.event_id = e.id AND r.subscription_id = $2 AND r.event_id BETWEEN $5 AND $6
    CROSS JOIN LATERAL (SELECT ${DATA} AS data) AS t
  ) AS entry WHERE coalesce(before, 0) < $7 ORDER BY place`;

/** Reads the entries at places, in order, until their documents fill this many bytes. Reads at least one. */
export function readEntries(
  partnerId: number,
  subscriptionId: number,
  places: readonly { readonly place: string; readonly eventId: string }[],
  mostBytes: number,
): Statement {
  const eventIds = places.map(({ eventId }) => eventId);
  const inOrder = eventIds.toSorted();
  return {
    text: ENTRIES,
    values: [
      partnerId,
      subscriptionId,
      places.map(({ place }) => place),
      eventIds,
      inOrder[0],
      inOrder.at(-1),
      mostBytes,
    ],
  };
}
