import { Pool } from 'pg';
import { DAY_MS, dayOf } from '../../src/database/partitions/day-table.js';
import { dayTables } from '../../src/operations/partitions/day-tables.js';
import { firstIdAt } from '../../src/shared/domain/time-ordered-id.js';

const BATCH = 250_000;
const DAYS = 30;
/** The number of deliveries for each email. */
const EMAIL_SHARE = 10;

/** The partners of the log. Nearly all deliveries of the one succeeded, and nearly none of the other. */
export const SUCCEEDING = 1;
export const FAILING = 2;
/** Values of the oldest row of each partner alone. */
export const OLDEST = {
  subscriptionId: 99,
  companyId: 99,
  type: 'document.voided',
  typeId: 'oldest',
} as const;
/** Values of no row. */
export const NONE = {
  subscriptionId: 12_345,
  companyId: 12_345,
  type: 'companyExpense.created',
  typeId: 'none',
  since: '2100-01-01T00:00:00Z',
  until: '2000-01-01T00:00:00Z',
} as const;
/** Values of many rows. */
export const COMMON = { subscriptionId: 1, companyId: 1, type: 'document.sent', typeId: 'doc-1' } as const;

/**
 * Fills the log of two partners with 30 days, one delivery for each event. Apart from the oldest, deliveries go to four
 * subscriptions of one type each, come from five companies, and eight are about each document. All days have
 * partitions.
 */
export async function fillLog(database: Pool, deliveries: number): Promise<void> {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const start = midnight - DAYS * DAY_MS;
  for (let day = start; day <= midnight + 2 * DAY_MS; day += DAY_MS) await makePartitions(database, day);
  const indexes = await dropIndexes(database);
  const succeeded = Math.ceil(deliveries * 0.6);
  for (const [partnerId, count] of [
    [SUCCEEDING, succeeded],
    [FAILING, deliveries - succeeded],
  ] as const) {
    const step = (DAYS * DAY_MS) / count;
    for (let from = 0; from < count; from += BATCH) {
      const values = [partnerId, from, Math.min(from + BATCH, count) - 1, start, step];
      await addEvents(database, values);
      await (partnerId === SUCCEEDING ? addAnswered(database, values) : addUnanswered(database, values));
      if (partnerId === SUCCEEDING) await addEmails(database, values);
    }
  }
  for (const index of indexes) await database.query(index);
  for (const { name } of dayTables.partitioned) await database.query(`VACUUM ANALYZE ${name}`);
  await database.query('VACUUM ANALYZE delivery_attempt');
}

/** Drops indexes that are built faster when the rows are there. Returns the statements that build them again. */
async function dropIndexes(database: Pool): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, replace(indexdef, ' ON ONLY ', ' ON ') AS definition FROM pg_indexes
     WHERE schemaname = current_schema() AND tablename = ANY ($1) AND indexname NOT LIKE '%_pkey'`,
    [dayTables.partitioned.map(({ name }) => name)],
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function makePartitions(database: Pool, day: number): Promise<void> {
  for (const { name } of dayTables.partitioned) {
    const partition = `${name}_${dayOf(day)}`;
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${name}
       FOR VALUES FROM ('${firstIdAt(day)}') TO ('${firstIdAt(day + DAY_MS)}')`,
    );
    await database.query('SELECT keep_partners_apart($1)', [partition]);
  }
}

/**
 * The parameters of every statement: partner, first and last number, the time of number 0 and the milliseconds between
 * two.
 */
const ROWS = `(
  SELECT $1::int AS partner_id, n, n = 0 AS is_oldest,
    (lpad(to_hex(($4::bigint + n * $5::float8)::bigint), 12, '0') || '7000800000000000' || lpad(to_hex($1::int), 4, '0'))::uuid
      AS id,
    CASE WHEN n = 0 THEN ${OLDEST.subscriptionId} ELSE 1 + n % 4 END AS subscription_id
  FROM generate_series($2::int, $3::int) AS n
) AS r`;

const TYPES = `(ARRAY['${COMMON.type}', 'document.accepted', 'document.viewed', 'document.created'])[1 + r.n % 4]`;

async function addEvents(database: Pool, values: readonly number[]): Promise<void> {
  await database.query(
    `INSERT INTO event (partner_id, id, lane_id, key, company_id, type, type_id, created_at, subscription_ids,
       subscription_projections, subscriptions_version, projections, data)
     SELECT partner_id, id, 0, 'old-' || n, CASE WHEN is_oldest THEN ${OLDEST.companyId} ELSE 1 + n / 4 % 5 END,
       CASE WHEN is_oldest THEN '${OLDEST.type}' ELSE ${TYPES} END,
       CASE WHEN is_oldest THEN '${OLDEST.typeId}' ELSE 'doc-' || n / 8 END, now(), ARRAY[subscription_id], '{-1}', 1,
       '[]', '{}'
     FROM ${ROWS}`,
    [...values],
  );
}

async function addAttempts(database: Pool, values: readonly number[], error: string): Promise<void> {
  await database.query(
    `INSERT INTO delivery_attempt_log (partner_id, subscription_id, event_id, number, trigger, url, started_at, duration_ms, status,
       error, answer, answer_truncated)
     SELECT partner_id, subscription_id, id, 1, 'automatic', 'https://receiver.example/hook', now(), 12,
       CASE WHEN ${error} IS NULL THEN 204 ELSE 500 END, ${error}, '', false FROM ${ROWS}`,
    [...values],
  );
}

async function addAnswered(database: Pool, values: readonly number[]): Promise<void> {
  await addAttempts(database, values, `CASE WHEN is_oldest THEN 'status' END`);
  await database.query(
    `INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
     SELECT partner_id, subscription_id, id, 'failed', now() FROM ${ROWS} WHERE is_oldest`,
    [...values],
  );
}

async function addUnanswered(database: Pool, values: readonly number[]): Promise<void> {
  await addAttempts(database, values, `CASE WHEN NOT is_oldest THEN 'status' END`);
  await database.query(
    `INSERT INTO delivery_end (partner_id, subscription_id, event_id, status, ended_at)
     SELECT partner_id, subscription_id, id, CASE n % 3 WHEN 0 THEN 'failed' ELSE 'cancelled' END, now()
     FROM ${ROWS} WHERE NOT is_oldest AND n % 3 < 2`,
    [...values],
  );
  await database.query(
    `INSERT INTO delivery_attempt
       (partner_id, subscription_id, event_id, trigger, number, failures, continues, subscriptions_version, due_at)
     SELECT partner_id, subscription_id, id, 'automatic', 2, 1, true, 1, now() + interval '1 day'
     FROM ${ROWS} WHERE NOT is_oldest AND n % 3 = 2`,
    [...values],
  );
}

/** The oldest one has its own kind and has failed. All others are sent. */
async function addEmails(database: Pool, values: readonly number[]): Promise<void> {
  const asked = `${ROWS} WHERE n % ${EMAIL_SHARE} = 0`;
  await database.query(
    `INSERT INTO email (partner_id, id, event_id, company_id, type, type_id, kind, recipient, language, given)
     SELECT partner_id, id, id, CASE WHEN is_oldest THEN ${OLDEST.companyId} ELSE 1 + n / 4 % 5 END,
       CASE WHEN is_oldest THEN '${OLDEST.type}' ELSE ${TYPES} END,
       CASE WHEN is_oldest THEN '${OLDEST.typeId}' ELSE 'doc-' || n / 8 END,
       CASE WHEN is_oldest THEN 'clientPdf' ELSE 'document' END, 'r' || n / 100 || '@client.example', 'sv', '{}'
     FROM ${asked}`,
    [...values],
  );
  await database.query(
    `INSERT INTO email_attempt_log (partner_id, email_id, number, started_at, duration_ms, status, decision)
     SELECT partner_id, id, 1, now(), 12, 250, CASE WHEN is_oldest THEN 'failed' ELSE 'succeeded' END FROM ${asked}`,
    [...values],
  );
}
