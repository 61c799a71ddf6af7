import type { Span } from '../../queue/domain/moment.js';
import { committedWithin } from '../../queue/log/committed-within.js';
import { FilterConditions, type Statement } from '../../queue/log/filter-conditions.js';
import type { EventFilter } from '../domain/logged-event.js';

/** The format of event ids. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The condition of a walk along events: at most one, which has an index. */
export type EventCondition = Pick<EventFilter, 'type' | 'typeId' | 'companyId'>;

/** Walks along the events of a partner, newest first. */
export function eventPlaces(
  partnerId: number,
  { after, ...span }: EventFilter,
  { type, typeId, companyId }: EventCondition,
  most: number,
): Statement {
  const conditions = new FilterConditions(partnerId, most);
  const wanted = [
    'partner_id = $1',
    ...conditions.equal({ type_id: typeId, company_id: companyId, type }),
    ...conditions.span('id', span),
    ...(after === undefined ? [] : [`id < ${conditions.value(after)}::uuid`]),
  ];
  return {
    text: `SELECT id FROM event WHERE ${wanted.join(' AND ')} ORDER BY id DESC LIMIT $2`,
    values: conditions.values,
  };
}

/** OFFSET 0 makes the planner look up each id. Otherwise it might read whole days in order. */
const READ = `
  SELECT e.id AS "eventId", e.key, e.type, e.type_id AS "typeId", e.company_id AS "companyId",
    e.created_at AS "createdAt", octet_length(e.data) AS bytes
  FROM unnest($2::uuid[]) AS w (id)
  CROSS JOIN LATERAL (
    SELECT * FROM event WHERE partner_id = $1 AND id = w.id AND id BETWEEN $8 AND $9 OFFSET 0
  ) AS e
  WHERE NOT e.is_test AND e.type = ANY ($4::text[]) AND ($5::text IS NULL OR e.type = $5)
    AND ($6::text IS NULL OR e.type_id = $6) AND ($7::int IS NULL OR e.company_id = $7)
  ORDER BY e.id DESC LIMIT $3`;

/** Reads those of the given events that match the filter, newest first, without their documents. */
export function readHeads(
  partnerId: number,
  { visibleTypes, type, typeId, companyId }: EventFilter,
  ids: readonly string[],
  most: number,
): Statement {
  const wanted = [type, typeId, companyId].map((value) => value ?? null);
  return { text: READ, values: [partnerId, ids, most, visibleTypes, ...wanted, ids.at(-1), ids[0]] };
}

/** Reads the documents of events, newest first, as JSON. */
export function readDocuments(partnerId: number, ids: readonly string[]): Statement {
  return {
    text: `SELECT id AS "eventId", data AS json FROM event
      WHERE partner_id = $1 AND id = ANY ($2::uuid[]) AND id BETWEEN $3 AND $4 ORDER BY id DESC`,
    values: [partnerId, ids, ids.at(-1), ids[0]],
  };
}

/** Reads an event with the subscriptions that it triggered or was recovered for. */
export function readMatched(partnerId: number, eventId: string, types: readonly string[]): Statement {
  return {
    text: `SELECT id AS "eventId", type, subscriptions_version AS "subscriptionsVersion", data AS json,
        subscription_ids AS "triggeredIds",
        ARRAY(SELECT subscription_id FROM recovered_delivery r
          WHERE r.partner_id = $1 AND r.event_id = $2) AS "recoveredIds",
        EXISTS (SELECT FROM attached_company c
          WHERE c.partner_id = $1 AND c.company_id = event.company_id) AS "isAttached"
      FROM event WHERE partner_id = $1 AND id = $2 AND type = ANY ($3::text[])`,
    values: [partnerId, eventId, types],
  };
}

/**
 * The newest event with a key and one of the types. Several can have the key, because companies choose keys
 * independently and may reuse them after a week. An event without a key is found by its id; keys have an index
 * (migration 0160).
 */
export function eventOfKey(partnerId: number, key: string, types: readonly string[]): Statement {
  return {
    text: `SELECT id FROM (
        SELECT id, type FROM event WHERE partner_id = $1 AND key = $2 AND key <> id::text AND NOT is_test
        UNION ALL
        SELECT id, type FROM event WHERE partner_id = $1 AND id = $3::uuid AND key = $2 AND NOT is_test
      ) AS named WHERE type = ANY ($4::text[]) ORDER BY id DESC LIMIT 1`,
    values: [partnerId, key, ID.test(key) ? key : null, types],
  };
}

/** Ids of events accepted between two moments, oldest first. */
export function acceptedEvents(partnerId: number, { since, until }: Span, most: number): Statement {
  return {
    text: `SELECT id FROM event e WHERE partner_id = $1 AND id > $5 AND NOT is_test AND ${committedWithin('e')}
      ORDER BY id LIMIT $2`,
    values: [partnerId, most, since.snapshot, until.snapshot, since.settled],
  };
}
