import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrent-index.js';

/**
 * Where a recovered delivery is in the feed of its subscription: after all that could be read before it was recovered.
 * Runs outside a transaction.
 */
export class RecoveredPlace0091 implements MigrationInterface {
  readonly name = 'RecoveredPlace1000000000091';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE recovered_delivery ADD COLUMN IF NOT EXISTS feed_place uuid`);
    await db.query(
      `COMMENT ON COLUMN recovered_delivery.feed_place IS
        'Its place in the feed among ids of events; null for one recovered by a version without feeds, which has that of its event'`,
    );
    await buildConcurrently(db, {
      name: 'recovered_delivery_by_feed_place',
      table: 'recovered_delivery',
      on: '(partner_id, subscription_id, feed_place)',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX IF EXISTS recovered_delivery_by_feed_place`);
    await db.query(`ALTER TABLE recovered_delivery DROP COLUMN IF EXISTS feed_place`);
  }
}
