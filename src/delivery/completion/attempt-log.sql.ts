import { Pool, type PoolClient } from 'pg';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { keyColumns } from './key-columns.js';
import { ownedLanes } from './ownership.sql.js';

const COLUMNS = `partner_id, subscription_id, event_id, number, trigger, url, started_at, duration_ms, status, error,
  answer, answer_truncated`;
const VALUES = `unnest($1::int[], $2::int[], $3::uuid[], $4::int[], $5::text[], $6::text[], $7::timestamptz[],
  $8::int[], $9::int[], $10::text[], $11::text[], $12::boolean[]`;

/** Logs attempts, and when. Logging one again changes nothing. */
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
 * Logs first attempts that succeeded, if their lanes still have the same owner; nothing else has to be written for
 * them, not even when they were logged. Returns those that were logged.
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
    values: [...values, ownerships.map(({ laneId }) => laneId), ownerships.map(({ epoch }) => epoch)],
  });
  const owned = new Set(rows.map(({ id, epoch }) => `${id} ${epoch}`));
  return group.filter(
    ({ attempt: { ownership } }) =>
      ownership.kind === 'lane' && owned.has(`${ownership.laneId} ${ownership.epoch}`),
  );
}

function valuesOf(group: readonly DeliveryCompletion[]): unknown[] | null {
  const made = group.flatMap(({ attempt, report }) => (report === null ? [] : [{ attempt, report }]));
  if (made.length === 0) return null;
  const reports = made.map(({ report }) => report);
  return [
    ...keyColumns(made.map(({ attempt }) => attempt)),
    made.map(({ attempt }) => attempt.number),
    made.map(({ attempt }) => attempt.trigger),
    reports.map(({ url }) => url),
    reports.map(({ startedAt }) => startedAt),
    reports.map(({ durationMs }) => Math.round(durationMs)),
    reports.map(({ status }) => status),
    reports.map(({ error }) => error),
    reports.map(({ answer }) => answer),
    reports.map(({ answerTruncated }) => answerTruncated),
  ];
}
