import type { DeliveryFilter, DeliveryStatus } from '../domain/delivery.js';
import type { DeliveryKey } from '../domain/delivery-key.js';
import { PROJECT_LATER } from '../domain/lane-store.js';
import { placeOf, projectionOf } from '../retry/claim.sql.js';
import { FilterConditions, type Statement } from '../../queue/log/filter-conditions.js';

/** Derives a delivery's status from its rows in three tables (delivery-state.ts). */
const STATUS = `CASE WHEN p.event_id IS NOT NULL THEN 'pending' WHEN a.has_valid THEN 'succeeded'
  WHEN x.status IS NOT NULL THEN x.status ELSE 'pending' END`;

export const DELIVERY_COLUMNS = `d.partner_id AS "partnerId", d.subscription_id AS "subscriptionId",
  d.event_id AS "eventId", d.key AS "eventKey", d.type, d.type_id AS "typeId", d.company_id AS "companyId",
  ${STATUS} AS status, a.attempt_count AS "attemptCount",
  CASE WHEN p.lease IS NULL THEN nullif(p.due_at, 'infinity') END AS "nextAttemptAt", a.last_status AS "lastStatus",
  a.last_error AS "lastError"`;

/**
 * Excludes the days of other events when the statement starts, since opening them takes longer than reading a few rows.
 */
const among = (id: string): string => `${id} BETWEEN $11 AND $12`;

/** Joins the rows that determine the state of deliveries `d`. */
const way = (days: (id: string) => string): string => `
  LEFT JOIN delivery_attempt p
    ON p.partner_id = d.partner_id AND p.subscription_id = d.subscription_id AND p.event_id = d.event_id
  LEFT JOIN delivery_end x ON x.partner_id = d.partner_id AND x.subscription_id = d.subscription_id
    AND x.event_id = d.event_id AND ${days('x.event_id')}
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS attempt_count, bool_or(error IS NULL) AS has_valid,
      (array_agg(status ORDER BY number DESC))[1] AS last_status,
      (array_agg(error ORDER BY number DESC))[1] AS last_error
    FROM delivery_attempt_log a
    WHERE a.partner_id = d.partner_id AND a.subscription_id = d.subscription_id AND a.event_id = d.event_id
      AND ${days('a.event_id')}
  ) AS a`;

/** The deliveries of a row `e` of event: those planned with it, and those recovered later. */
const deliveriesOfEvent = (days: (id: string) => string): string => `
  SELECT unnest(e.subscription_ids) AS subscription_id, NULL AS recovered_data
  UNION ALL
  SELECT r.subscription_id, r.data FROM recovered_delivery r
  WHERE r.partner_id = e.partner_id AND r.event_id = e.id AND ${days('r.event_id')}`;

/** A condition that is null does not restrict. */
const WANTED = `($4::int IS NULL OR d.subscription_id = $4) AND ($5::text IS NULL OR d.type = $5)
  AND ($6::text IS NULL OR d.type_id = $6) AND ($7::int IS NULL OR d.company_id = $7)
  AND ($8::text IS NULL OR ${STATUS} = $8)
  AND ($9::uuid IS NULL OR (d.event_id, d.subscription_id) < ($9, $10::int))`;

const EVENT_COLUMNS = 'e.partner_id, e.id AS event_id, e.key, e.type, e.type_id, e.company_id';

/** The event with an id. OFFSET 0 makes the planner look up each id. Otherwise it might read whole days in order. */
const eventOf = (id: string): string => `
  CROSS JOIN LATERAL (SELECT * FROM event WHERE partner_id = $1 AND id = ${id} AND ${among('id')} OFFSET 0) AS e`;

const READ_EVENTS = `
  SELECT ${DELIVERY_COLUMNS} FROM (
    SELECT ${EVENT_COLUMNS}, s.subscription_id
    FROM unnest($2::uuid[]) AS w (event_id) ${eventOf('w.event_id')}
    CROSS JOIN LATERAL (${deliveriesOfEvent(among)}) AS s
  ) AS d ${way(among)} WHERE ${WANTED} ORDER BY d.event_id DESC, d.subscription_id DESC LIMIT $3`;

const READ_DELIVERIES = `
  SELECT ${DELIVERY_COLUMNS} FROM (
    SELECT ${EVENT_COLUMNS}, w.subscription_id
    FROM unnest($2::uuid[], $13::int[]) AS w (event_id, subscription_id) ${eventOf('w.event_id')}
  ) AS d ${way(among)} WHERE ${WANTED} ORDER BY d.event_id DESC, d.subscription_id DESC LIMIT $3`;

/** Reads the deliveries of the given events that match the filter. The text does not depend on the filter. */
export function readEvents(...given: ReadParameters): Statement {
  return { text: READ_EVENTS, values: readValues(...given) };
}

/** Reads those of the given deliveries that match the filter. The text does not depend on the filter. */
export function readDeliveries(...given: ReadParameters): Statement {
  const subscriptionIds = given[2].map(({ subscriptionId }) => subscriptionId);
  return { text: READ_DELIVERIES, values: [...readValues(...given), subscriptionIds] };
}

type ReadParameters = [
  partnerId: number,
  filter: DeliveryFilter,
  places: readonly DeliveryKey[],
  most: number,
];

function readValues(...[partnerId, filter, places, most]: ReadParameters): unknown[] {
  const { subscriptionId, type, typeId, companyId, status, after } = filter;
  const eventIds = places.map(({ eventId }) => eventId);
  const wanted = [subscriptionId, type, typeId, companyId, status, after?.eventId, after?.subscriptionId];
  return [partnerId, eventIds, most, ...wanted.map((value) => value ?? null), eventIds.at(-1), eventIds[0]];
}

/** Reads the delivery of the event `$3` to the subscription `$2`, with its body. */
export const READ_DELIVERY = `
  SELECT ${DELIVERY_COLUMNS}, d.created_at AS "createdAt",
    CASE WHEN d.recovered_data IS NULL THEN ${projectionOf('e', 'd')} ELSE d.recovered_data END AS "dataJson",
    CASE WHEN d.recovered_data IS NULL AND ${placeOf('e', 'd')} = ${PROJECT_LATER} THEN coalesce(
      (SELECT s.include_paths FROM known_subscription s WHERE s.partner_id = d.partner_id AND s.id = d.subscription_id),
      '{}') END AS "includePaths"
  FROM (
    SELECT e.created_at, ${EVENT_COLUMNS}, s.subscription_id, s.recovered_data
    FROM event e CROSS JOIN LATERAL (${deliveriesOfEvent((id) => `${id} = $3`)}) AS s WHERE e.partner_id = $1 AND e.id = $3
  ) AS d
  JOIN event e ON e.partner_id = d.partner_id AND e.id = d.event_id ${way((id) => `${id} = $3`)}
  WHERE d.subscription_id = $2`;

/** The condition of a walk along events: at most one, which has an index. */
export type EventCondition = Pick<DeliveryFilter, 'type' | 'typeId' | 'companyId'>;

/** Walks along events with the index of the condition. A place is an event. */
export function eventPlaces(
  partnerId: number,
  filter: DeliveryFilter,
  { type, typeId, companyId }: EventCondition,
  most: number,
): Statement {
  const conditions = new FilterConditions(partnerId, most);
  const wanted = [
    'partner_id = $1',
    ...conditions.equal({ type_id: typeId, company_id: companyId, type }),
    ...conditions.span('id', filter),
  ];
  return {
    text: `SELECT $1::int AS "partnerId", id AS "eventId", 0 AS "subscriptionId" FROM event
      WHERE ${wanted.join(' AND ')} ORDER BY id DESC LIMIT $2`,
    values: conditions.values,
  };
}

/** First attempts in memory are of events above this watermark, which are a few seconds old. */
export const LOWEST_WATERMARK =
  'SELECT watermark FROM lane WHERE backend_pid IS NOT NULL ORDER BY watermark LIMIT 1';

/** The conditions of a walk along deliveries. */
export type DeliveryCondition = Pick<DeliveryFilter, 'subscriptionId' | 'status'>;

/**
 * Walks along deliveries, optionally of one status and of one subscription. A place is a delivery. The successful
 * deliveries of a subscription are found among all of its deliveries with an attempt.
 * @param watermark the lowest of the lanes; null if no process owns a lane
 */
export function deliveryPlaces(
  partnerId: number,
  filter: DeliveryFilter,
  { subscriptionId, status }: DeliveryCondition,
  watermark: string | null,
  most: number,
): Statement {
  const conditions = new FilterConditions(partnerId, most);
  const common = [
    'partner_id = $1',
    ...conditions.equal({ subscription_id: subscriptionId }),
    ...conditions.span('event_id', filter),
    ...conditions.after('event_id', 'subscription_id', filter),
  ];
  const sets = [...setsOf(status, subscriptionId === undefined)];
  if (watermark !== null && (status === undefined || status === 'pending')) {
    sets.push({ table: unattemptedAbove(conditions.value(watermark)), condition: [] });
  }
  const walks = sets.map(
    ({ table, condition }) =>
      `(SELECT DISTINCT event_id, subscription_id FROM ${table}
        WHERE ${[...common, ...condition].join(' AND ')} ORDER BY event_id DESC, subscription_id DESC LIMIT $2)`,
  );
  return {
    text: `SELECT DISTINCT $1::int AS "partnerId", event_id AS "eventId", subscription_id AS "subscriptionId"
      FROM (${walks.join(' UNION ALL ')}) AS w ORDER BY event_id DESC, subscription_id DESC LIMIT $2`,
    values: conditions.values,
  };
}

/** Deliveries without an attempt of events above the watermark. It is a parameter, so that older days are excluded. */
function unattemptedAbove(watermark: string): string {
  return `(
    SELECT e.partner_id, e.id AS event_id, s AS subscription_id FROM event e
    CROSS JOIN unnest(e.subscription_ids) AS s
    WHERE e.partner_id = $1 AND e.id > ${watermark}::uuid
      AND NOT EXISTS (SELECT FROM delivery_attempt_log a
        WHERE a.partner_id = e.partner_id AND a.subscription_id = s AND a.event_id = e.id
          AND a.event_id > ${watermark}::uuid)
  ) AS unattempted`;
}

interface StateSet {
  readonly table: string;
  readonly condition: readonly string[];
}

/** The tables to search for deliveries of a status. They may contain others, which the status column filters out. */
function setsOf(status: DeliveryStatus | undefined, ofAllSubscriptions: boolean): readonly StateSet[] {
  switch (status) {
    case undefined:
      return ['delivery_attempt_log', 'delivery_attempt', 'delivery_end'].map((table) => ({
        table,
        condition: [],
      }));
    case 'succeeded':
      return [{ table: 'delivery_attempt_log', condition: ofAllSubscriptions ? ['error IS NULL'] : [] }];
    case 'pending':
      return [{ table: 'delivery_attempt', condition: [] }];
    default:
      return [{ table: 'delivery_end', condition: [`status = '${status}'`] }];
  }
}
