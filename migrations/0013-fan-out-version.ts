import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Records the version of the partner's listeners with which a delivery was planned, and the one with which a
 * subscription last became live. Deliveries planned before that are void, so that a restored subscription sends no old
 * ones.
 */
export class FanOutVersion0013 implements MigrationInterface {
  readonly name = 'FanOutVersion1000000000013';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_subscription ADD live_since int NOT NULL DEFAULT 0`);
    await db.query(`ALTER TABLE event ADD fan_out_version int NOT NULL DEFAULT 0`);
    await db.query(`ALTER TABLE delivery_attempt ADD fan_out_version int NOT NULL DEFAULT 0`);
    // The default is only for existing rows. New rows must set the value.
    await db.query(`ALTER TABLE webhook_subscription ALTER live_since DROP DEFAULT`);
    await db.query(`ALTER TABLE event ALTER fan_out_version DROP DEFAULT`);
    await db.query(`ALTER TABLE delivery_attempt ALTER fan_out_version DROP DEFAULT`);
    await db.query(`
      COMMENT ON COLUMN webhook_subscription.live_since IS
        'The fan_out_version of the partner with which it was created, brought back or switched on, last'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE delivery_attempt DROP fan_out_version`);
    await db.query(`ALTER TABLE event DROP fan_out_version`);
    await db.query(`ALTER TABLE webhook_subscription DROP live_since`);
  }
}
