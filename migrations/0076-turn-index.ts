import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrent-index.js';

/** The index for the first and the last turn of a document. Runs outside a transaction. */
export class TurnIndex0076 implements MigrationInterface {
  readonly name = 'TurnIndex1000000000076';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await buildConcurrently(db, {
      name: 'delivery_attempt_turn',
      table: 'delivery_attempt',
      on: '(partner_id, subscription_id, document, turn) WHERE document IS NOT NULL',
    });
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP INDEX IF EXISTS delivery_attempt_turn`);
  }
}
