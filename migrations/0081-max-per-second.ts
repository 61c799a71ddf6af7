import type { MigrationInterface, QueryRunner } from 'typeorm';

const LIVE = `FROM webhook_subscription s JOIN live_partner p ON p.id = s.partner_id
  WHERE s.deleted_at IS NULL AND s.is_active`;

/** The attempts per second that a subscription allows, and the time from which the next one may be claimed. */
export class MaxPerSecond0081 implements MigrationInterface {
  readonly name = 'MaxPerSecond1000000000081';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_subscription ADD max_per_second int`);
    await db.query(`
      CREATE INDEX webhook_subscription_limited ON webhook_subscription (partner_id, id)
      WHERE max_per_second IS NOT NULL AND deleted_at IS NULL AND is_active`);
    await db.query(`
      CREATE OR REPLACE VIEW live_subscription WITH (security_invoker = true) AS
      SELECT s.partner_id, s.id, s.include_paths, s.live_since, p.subscriptions_version, s.max_per_second ${LIVE}`);
    await db.query(`
      CREATE TABLE delivery_rate (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        free_at timestamptz NOT NULL,
        PRIMARY KEY (partner_id, subscription_id)
      ) WITH (fillfactor = 50)`);
    await db.query(
      `COMMENT ON TABLE delivery_rate IS 'For subscriptions with max_per_second: when the next attempt may be claimed'`,
    );
    await db.query(`SELECT keep_partners_apart('delivery_rate')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE delivery_rate`);
    await db.query(`DROP VIEW live_subscription`);
    await db.query(`
      CREATE VIEW live_subscription WITH (security_invoker = true) AS
      SELECT s.partner_id, s.id, s.include_paths, s.live_since, p.subscriptions_version ${LIVE}`);
    await db.query(`
      COMMENT ON VIEW live_subscription IS
        'Of src/webhook-subscription: those that are neither deleted nor deactivated, of partners that are not deleted'`);
    await db.query(`DROP INDEX webhook_subscription_limited`);
    await db.query(`ALTER TABLE webhook_subscription DROP max_per_second`);
  }
}
