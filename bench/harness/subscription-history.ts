import { Pool } from 'pg';

/** Subscriptions of one partner, including those that never match. */
export const SUBSCRIPTIONS = 10_000;
const CHANGES = 3;
/** The number of subscriptions with statistics, each busy in every hour. */
const COUNTED = 200;
const DAYS = 30;

/**
 * Gives the subscriptions of a partner a history of three changes each, all from before the log, and statistics of 30
 * days for the partner and some of its subscriptions.
 */
export async function fillSubscriptions(database: Pool, partnerId: number): Promise<void> {
  await database.query(
    `INSERT INTO webhook_subscription (partner_id, id, type, is_active, url, include_paths, conditions, sealed_secret,
       version, live_since, created_at, updated_at)
     SELECT $1, n, 'document.sent', n % 5 > 0, 'https://receiver.example/hook', '{id}', '{"status": "sent"}', 'sealed', $3,
       0, now(), now()
     FROM generate_series(1, $2::int) AS n`,
    [partnerId, SUBSCRIPTIONS, CHANGES],
  );
  await database.query(
    `INSERT INTO webhook_subscription_history (partner_id, subscription_id, number, subscriptions_version, at, action,
       actor_kind, before, state, bytes)
     SELECT $1, n, number, 0, now(), CASE number WHEN 1 THEN 'created' ELSE 'updated' END, 'apiKey', '{"isActive": true}',
       json_build_object('type', 'document.sent', 'isActive', n % 5 > 0, 'conditions', json_build_object('status', 'sent'),
         'deletedReason', NULL), 200
     FROM generate_series(1, $2::int) AS n CROSS JOIN generate_series(1, $3::int) AS number`,
    [partnerId, SUBSCRIPTIONS, CHANGES],
  );
  const hours = `generate_series(date_trunc('hour', now(), 'UTC') - interval '${DAYS} days', now(), interval '1 hour')`;
  await database.query(
    `INSERT INTO delivery_statistics (partner_id, subscription_id, hour, attempts, failures, retried, durations)
     SELECT $1, n, hour, 9000, 90, 60, array_fill(150, ARRAY[60])
     FROM ${hours} AS hour CROSS JOIN generate_series(0, $2::int) AS n`,
    [partnerId, COUNTED],
  );
  await database.query(
    `INSERT INTO email_statistics (partner_id, hour, sent) SELECT $1, hour, 700 FROM ${hours} AS hour`,
    [partnerId],
  );
  for (const table of ['webhook_subscription', 'webhook_subscription_history', 'delivery_statistics'])
    await database.query(`VACUUM ANALYZE ${table}`);
}
