import { Pool, type PoolClient } from 'pg';
import { arrayLiteral } from '../../database/array-literal.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { keyColumns } from './key-columns.js';
import { LOCK_ORDER, ownedLanes } from './ownership.sql.js';
import { turnOf } from './turns.sql.js';

const COLUMNS = `partner_id, subscription_id, event_id, number, trigger, url, started_at, duration_ms, status, error,
  answer, answer_truncated`;
const VALUES = `unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::timestamptz[],
  $8::int[], $9::int[], $10::text[], $11::text[], $12::boolean[]`;

interface SuccessesRow {
  readonly places: readonly string[];
  readonly passed:
    | readonly {
        readonly subscription_id: number;
        readonly document: string;
        readonly lease: string | null;
      }[]
    | null;
}

/** Logs attempts and the time of logging. Idempotent. */
export async function insertAttempts(
  connection: PoolClient,
  group: readonly DeliveryCompletion[],
): Promise<void> {
  const values = valuesOf(group);
  if (values === null) return;
  await connection.query({
    name: 'log attempts',
    text: `INSERT INTO delivery_attempt_log (${COLUMNS}, logged_at) SELECT *, now() FROM ${VALUES})
           ON CONFLICT DO NOTHING`,
    values,
  });
}

/**
 * Logs first attempts that succeeded, if their lanes still have the same owner. Nothing else is written for them, not
 * even the time of logging. Returns those that were logged.
 */
export async function insertFirstSuccesses(
  pool: Pool,
  group: readonly DeliveryCompletion[],
): Promise<readonly DeliveryCompletion[]> {
  const values = valuesOf(group);
  if (values === null) return [];
  const ownerships = group.flatMap(({ attempt: { ownership } }) =>
    ownership.kind === 'lane' ? [ownership] : [],
  );
  const { rows } = await pool.query<{ id: number; epoch: number }>({
    name: 'log first successes',
    text: `WITH owned AS (
             ${ownedLanes('$13')}
           ), logged AS (
             INSERT INTO delivery_attempt_log (${COLUMNS})
             SELECT ${COLUMNS} FROM ${VALUES}, $13::int[], $14::int[]) AS t (${COLUMNS}, lane_id, epoch)
             WHERE (lane_id, epoch) IN (SELECT id, epoch FROM owned)
             ON CONFLICT DO NOTHING
           )
           SELECT id, epoch FROM owned`,
    values: [
      ...values,
      arrayLiteral(ownerships.map(({ laneId }) => laneId)),
      arrayLiteral(ownerships.map(({ epoch }) => epoch)),
    ],
  });
  const owned = new Set(rows.map(({ id, epoch }) => `${id} ${epoch}`));
  return group.filter(
    ({ attempt: { ownership } }) =>
      ownership.kind === 'lane' && owned.has(`${ownership.laneId} ${ownership.epoch}`),
  );
}

/**
 * Logs successes of ordered deliveries, removes their rows and passes their turns on, if this process still has their
 * leases. Returns those whose leases it had, and which process attempts the next delivery of each document.
 */
export async function insertSuccessesInTurn(
  pool: Pool,
  group: readonly DeliveryCompletion[],
): Promise<readonly DeliveryCompletion[]> {
  const values = valuesOf(group);
  if (values === null) return [];
  const { rows } = await pool.query<SuccessesRow>({
    name: 'log successes in turn',
    text: `WITH given AS MATERIALIZED (
             SELECT * FROM ${VALUES}, $13::uuid[], $14::uuid[]) WITH ORDINALITY AS t (${COLUMNS}, lease, kept, place)
           ), mine AS MATERIALIZED (
             SELECT d.partner_id, d.subscription_id, d.event_id, g.lease, g.kept, g.place
             FROM given g JOIN delivery_attempt d ON d.partner_id = g.partner_id
               AND d.subscription_id = g.subscription_id AND d.event_id = g.event_id AND d.lease = g.lease
             ORDER BY ${LOCK_ORDER} FOR UPDATE OF d
           ), gone AS (
             DELETE FROM delivery_attempt d USING mine m
             WHERE d.partner_id = m.partner_id AND d.subscription_id = m.subscription_id AND d.event_id = m.event_id
             RETURNING d.partner_id, d.subscription_id, d.document, m.lease, m.kept, m.place
           ), ended AS MATERIALIZED (
             SELECT array_agg(partner_id) AS partner_ids, array_agg(subscription_id) AS subscription_ids,
               array_agg(document) AS documents, array_agg(kept) AS kept, array_agg(lease) AS leases,
               array_agg(place) AS places
             FROM gone
           ), logged AS (
             INSERT INTO delivery_attempt_log (${COLUMNS}, logged_at)
             SELECT ${COLUMNS}, now() FROM given WHERE place = ANY ((SELECT places FROM ended)::bigint[])
             ON CONFLICT DO NOTHING
           )
           SELECT e.places, (
             SELECT json_agg(p) FROM pass_turns(e.partner_ids, e.subscription_ids, e.documents, e.kept, e.leases, $15) AS p
           ) AS passed
           FROM ended e WHERE e.places IS NOT NULL`,
    values: [
      ...values,
      group.map(({ attempt: { ownership } }) => (ownership.kind === 'lease' ? ownership.lease : null)),
      group.map(({ attempt: { next } }) => next?.attempt.eventId ?? null),
      Math.max(0, ...group.map(({ attempt: { next } }) => next?.leaseMs ?? 0)),
    ],
  });
  const [answer] = rows;
  const passed = new Map(
    (answer?.passed ?? []).map((next) => [turnOf(next.subscription_id, next.document), next]),
  );
  return (answer?.places ?? []).flatMap((place) => {
    const completion = group[Number(place) - 1];
    if (completion === undefined) return [];
    const { subscriptionId, document } = completion.attempt;
    const next = passed.get(turnOf(subscriptionId, document));
    return [next ? { ...completion, passedTo: next.lease === null ? 'all' : 'us' } : completion];
  });
}

function valuesOf(group: readonly DeliveryCompletion[]): unknown[] | null {
  const made = group.flatMap(({ attempt, report }) => (report === null ? [] : [{ attempt, report }]));
  if (made.length === 0) return null;
  const reports = made.map(({ report }) => report);
  return [
    ...keyColumns(made.map(({ attempt }) => attempt)),
    arrayLiteral(made.map(({ attempt }) => attempt.number)),
    made.map(({ attempt }) => attempt.trigger),
    reports.map(({ url }) => url),
    arrayLiteral(reports.map(({ startedAt }) => startedAt.toISOString())),
    arrayLiteral(reports.map(({ durationMs }) => Math.round(durationMs))),
    arrayLiteral(reports.map(({ status }) => status)),
    reports.map(({ error }) => error),
    reports.map(({ answer }) => answer),
    arrayLiteral(reports.map(({ answerTruncated }) => answerTruncated)),
  ];
}
