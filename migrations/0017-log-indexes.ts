import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently, type ConcurrentIndex } from './concurrent-index.js';

/**
 * The indexes that the log of deliveries and emails walks along, newest first, one for each filter. Those of `attempt`
 * hold the deliveries that succeeded; all other states have small tables of their own.
 */
const INDEXES: readonly ConcurrentIndex[] = [
  { name: 'event_by_type', table: 'event', on: '(partner_id, type, id)' },
  { name: 'event_by_company', table: 'event', on: '(partner_id, company_id, id)' },
  { name: 'event_by_document', table: 'event', on: '(partner_id, type_id, id)' },
  {
    name: 'attempt_succeeded',
    table: 'attempt',
    on: '(partner_id, event_id, subscription_id) WHERE error IS NULL',
  },
  {
    name: 'delivery_attempt_by_event',
    table: 'delivery_attempt',
    on: '(partner_id, event_id, subscription_id)',
  },
  {
    name: 'delivery_end_by_status',
    table: 'delivery_end',
    on: '(partner_id, status, event_id, subscription_id)',
  },
  {
    name: 'delivery_end_by_subscription',
    table: 'delivery_end',
    on: '(partner_id, subscription_id, status, event_id)',
  },
  { name: 'email_by_kind', table: 'email', on: '(partner_id, kind, id)' },
  { name: 'email_by_company', table: 'email', on: '(partner_id, company_id, id)' },
  { name: 'email_by_type', table: 'email', on: '(partner_id, type, id)' },
  { name: 'email_without_type', table: 'email', on: '(partner_id, id) WHERE type IS NULL' },
  {
    name: 'email_attempt_succeeded',
    table: 'email_attempt',
    on: `(partner_id, email_id) WHERE ruling = 'succeeded'`,
  },
];

/**
 * Runs outside a transaction: indexes are built partition by partition without blocking writes, and a run that was cut
 * short is continued by the next one.
 */
export class LogIndexes0017 implements MigrationInterface {
  readonly name = 'LogIndexes1000000000017';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email ADD COLUMN IF NOT EXISTS type text`);
    await db.query(
      `COMMENT ON COLUMN email.type IS 'Of the event; null in rows of a version that did not write it yet'`,
    );
    for (const index of INDEXES) await buildConcurrently(db, index);
    // event_by_document replaces it.
    await db.query(`DROP INDEX IF EXISTS event_by_type_id`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX IF NOT EXISTS event_by_type_id ON event (partner_id, type_id)`);
    for (const { name } of INDEXES) await db.query(`DROP INDEX IF EXISTS ${name}`);
    await db.query(`ALTER TABLE email DROP COLUMN IF EXISTS type`);
  }
}
