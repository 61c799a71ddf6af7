import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrent-index.js';

/**
 * Finds an event by the name that the document service gave it. An event without one has its id in `key` and is found by
 * that, so it is not in the index. A hash takes the place of names of up to 128 characters; it is one of PostgreSQL's
 * own, because row-level security lets no function of ours choose rows. Runs outside a transaction.
 */
export class GivenEventKeyIndex0160 implements MigrationInterface {
  readonly name = 'GivenEventKeyIndex1000000000160';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await buildConcurrently(db, {
      name: 'event_by_given_key',
      table: 'event',
      on: 'USING hash (key) WHERE key <> id::text',
    });
    await db.query(`DROP INDEX IF EXISTS event_by_key`);
  }

  /** Blocks writes: TypeORM reverts in a transaction, in which no index can be built concurrently. */
  async down(db: QueryRunner): Promise<void> {
    await db.query(`CREATE INDEX IF NOT EXISTS event_by_key ON event (partner_id, key)`);
    await db.query(`DROP INDEX IF EXISTS event_by_given_key`);
  }
}
