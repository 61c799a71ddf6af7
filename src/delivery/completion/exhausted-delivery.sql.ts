import type { PoolClient } from 'pg';
import { firstIdAt } from '../../shared/domain/time-ordered-id.js';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import type { DeliveryKey, ExhaustedDelivery } from '../domain/delivery-key.js';
import { keyColumns } from './key-columns.js';

const FIRST_ATTEMPTS = `
  SELECT t.place, a.started_at AS "firstAttemptAt", coalesce(h.last_active_at >= a.started_at, false) AS "isAnsweredSince"
  FROM unnest($1::int[], $2::int[], $3::uuid[]) WITH ORDINALITY AS t (partner_id, subscription_id, event_id, place)
  CROSS JOIN LATERAL (
    SELECT min(started_at) AS started_at FROM delivery_attempt_log l
    WHERE l.partner_id = t.partner_id AND l.subscription_id = t.subscription_id AND l.event_id = t.event_id
  ) AS a
  LEFT JOIN webhook_subscription_health h
    ON h.partner_id = t.partner_id AND h.subscription_id = t.subscription_id
  ORDER BY t.place`;

/** Reads only answers to events of a few minutes, because a subscription may have millions. */
const ANSWERS_SINCE = `
  SELECT FROM delivery_attempt_log
  WHERE partner_id = $1 AND subscription_id = $2 AND error IS NULL AND event_id BETWEEN $4 AND $5
    AND started_at + duration_ms * interval '1 millisecond' >= $3
  LIMIT 1`;
const AROUND_MS = 300_000;

/**
 * Determines, for each exhausted delivery, whether its subscription answered any delivery validly since the exhausted
 * one's first attempt. Reads it from the subscription's health. Health lags by a moment in each process, so this also
 * searches the group, and the log around the first attempt. Times are those of the processes that made the attempts.
 * @param group the completions being written; their attempts are already logged
 */
export async function exhaustedDeliveries(
  connection: PoolClient,
  exhausted: readonly DeliveryKey[],
  group: readonly DeliveryCompletion[],
): Promise<readonly ExhaustedDelivery[]> {
  const { rows } = await connection.query<{ place: number; firstAttemptAt: Date; isAnsweredSince: boolean }>({
    name: 'first attempts of exhausted deliveries',
    text: FIRST_ATTEMPTS,
    values: keyColumns(exhausted),
  });
  const found: ExhaustedDelivery[] = [];
  for (const { place, firstAttemptAt, isAnsweredSince } of rows) {
    const key = exhausted[place - 1];
    if (key === undefined) continue;
    const isAnswered =
      isAnsweredSince ||
      group.some((completion) => isAnswerSince(completion, key, firstAttemptAt)) ||
      (await isAnsweredAround(connection, key, firstAttemptAt));
    found.push({ ...key, isAnsweredSince: isAnswered });
  }
  return found;
}

function isAnswerSince(
  { attempt, decision, report }: DeliveryCompletion,
  { subscriptionId }: DeliveryKey,
  time: Date,
): boolean {
  if (attempt.subscriptionId !== subscriptionId || decision.kind !== 'succeeded' || report === null)
    return false;
  return report.startedAt.getTime() + report.durationMs >= time.getTime();
}

async function isAnsweredAround(
  connection: PoolClient,
  { partnerId, subscriptionId }: DeliveryKey,
  time: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'answers around a first attempt',
    text: ANSWERS_SINCE,
    values: [
      partnerId,
      subscriptionId,
      time,
      firstIdAt(time.getTime() - AROUND_MS),
      firstIdAt(time.getTime() + AROUND_MS),
    ],
  });
  return rowCount === 1;
}
