import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, type ConcurrentIndex } from './concurrent-index.js';

/**
 * What streams find changes by. First attempts that succeed have no `logged_at`: they are found by their events, so they
 * cost nothing more. Runs outside a transaction, so that indexes are built without blocking writes.
 */
const INDEXES: readonly ConcurrentIndex[] = [
  {
    name: 'delivery_attempt_log_by_time',
    table: 'delivery_attempt_log',
    on: '(partner_id, logged_at) WHERE logged_at IS NOT NULL',
  },
  { name: 'delivery_end_by_time', table: 'delivery_end', on: '(partner_id, ended_at)' },
  {
    name: 'delivery_attempt_asked_for',
    table: 'delivery_attempt',
    on: `(partner_id, due_at) WHERE trigger IN ('manual', 'recover')`,
  },
  { name: 'email_attempt_log_by_time', table: 'email_attempt_log', on: '(partner_id, logged_at)' },
  { name: 'email_end_by_time', table: 'email_end', on: '(partner_id, ended_at)' },
];

/** A row has the last 32 bits of its transaction's id; the others are those of the nearest id before or after `until`. */
const NEXT = 'pg_snapshot_xmax(until)::text::bigint';
const ROW_TRANSACTION = `greatest(
  ${NEXT} + ((row_xid::text::bigint - ${NEXT} + 2147483648) & 4294967295) - 2147483648, 3)::text::xid8`;

export class Changes0090 implements MigrationInterface {
  readonly name = 'Changes1000000000090';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE delivery_attempt_log ADD COLUMN IF NOT EXISTS logged_at timestamptz(3)`);
    await db.query(
      `COMMENT ON COLUMN delivery_attempt_log.logged_at IS 'Null for a first attempt that succeeded at once'`,
    );
    await db.query(`ALTER TABLE email_attempt_log ADD COLUMN IF NOT EXISTS logged_at timestamptz(3)`);
    // A default in the same statement would be written into the rows that are there.
    await db.query(`ALTER TABLE email_attempt_log ALTER COLUMN logged_at SET DEFAULT now()`);
    for (const index of INDEXES) await buildConcurrently(db, index);
    // Written as one expression, which PostgreSQL puts in place of the call.
    await db.query(`
      CREATE OR REPLACE FUNCTION was_committed_between(row_xid xid, since pg_snapshot, until pg_snapshot) RETURNS boolean
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT NOT pg_visible_in_snapshot(${ROW_TRANSACTION}, since) AND pg_visible_in_snapshot(${ROW_TRANSACTION}, until)
      $$`);
    await db.query(`
      COMMENT ON FUNCTION was_committed_between(xid, pg_snapshot, pg_snapshot) IS
        'Whether a row of this xmin was committed after the first snapshot and before the second (delivery)'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION IF EXISTS was_committed_between(xid, pg_snapshot, pg_snapshot)`);
    for (const { name } of INDEXES) await db.query(`DROP INDEX IF EXISTS ${name}`);
    await db.query(`ALTER TABLE email_attempt_log DROP COLUMN IF EXISTS logged_at`);
    await db.query(`ALTER TABLE delivery_attempt_log DROP COLUMN IF EXISTS logged_at`);
  }
}
