import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which deliveries that used up their retries delete their subscription. */
export class DeleteWhen0080 implements MigrationInterface {
  readonly name = 'DeleteWhen1000000000080';

  async up(db: QueryRunner): Promise<void> {
    // Processes of the previous version still insert rows without it.
    await db.query(`ALTER TABLE webhook_subscription ADD delete_when text NOT NULL DEFAULT 'deliveryFailed'`);
    await db.query(`
      CREATE OR REPLACE VIEW known_subscription WITH (security_invoker = true) AS
      SELECT partner_id, id, include_paths, live_since, delete_when FROM webhook_subscription`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW known_subscription`);
    await db.query(`
      CREATE VIEW known_subscription WITH (security_invoker = true) AS
      SELECT partner_id, id, include_paths, live_since FROM webhook_subscription`);
    await db.query(`
      COMMENT ON VIEW known_subscription IS
        'Of src/webhook-subscription: every subscription, deleted or not'`);
    await db.query(`ALTER TABLE webhook_subscription DROP delete_when`);
  }
}
