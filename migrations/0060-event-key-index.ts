import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrent-index.js';

/** Finds an event of a partner by the name that the document service gave it. Runs outside a transaction. */
export class EventKeyIndex0060 implements MigrationInterface {
  readonly name = 'EventKeyIndex1000000000060';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await buildConcurrently(db, { name: 'event_by_key', table: 'event', on: '(partner_id, key)' });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX IF EXISTS event_by_key`);
  }
}
