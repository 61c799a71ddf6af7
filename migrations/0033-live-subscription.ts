import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the SQL of `src/delivery` reads and locks subscriptions, whose table belongs to `src/webhook-subscription`. */
export class LiveSubscription0033 implements MigrationInterface {
  readonly name = 'LiveSubscription1000000000033';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW known_subscription WITH (security_invoker = true) AS
      SELECT partner_id, id, include_paths, live_since FROM webhook_subscription`);
    await db.query(`
      COMMENT ON VIEW known_subscription IS
        'Of src/webhook-subscription: every subscription, deleted or not'`);
    await db.query(`
      CREATE VIEW live_subscription WITH (security_invoker = true) AS
      SELECT s.partner_id, s.id, s.include_paths, s.live_since, p.subscriptions_version
      FROM webhook_subscription s JOIN live_partner p ON p.id = s.partner_id
      WHERE s.deleted_at IS NULL AND s.is_active`);
    await db.query(`
      COMMENT ON VIEW live_subscription IS
        'Of src/webhook-subscription: those that are neither deleted nor deactivated, of partners that are not deleted'`);
    await db.query(`
      CREATE FUNCTION lock_subscriptions(partner_ids int[], ids int[])
      RETURNS TABLE (id int, live_since int, is_live boolean) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      BEGIN
        -- Ids are compared with plain arrays: a join could drop a row that another transaction has just changed.
        RETURN QUERY
        SELECT s.id, s.live_since, s.deleted_at IS NULL AND s.is_active
          AND EXISTS (SELECT FROM live_partner p WHERE p.id = s.partner_id)
        FROM webhook_subscription s
        WHERE s.partner_id = ANY (partner_ids) AND s.id = ANY (ids) ORDER BY s.id FOR NO KEY UPDATE OF s;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_subscriptions IS
        'Of src/webhook-subscription: locks subscriptions against change until the transaction ends'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION lock_subscriptions`);
    await db.query(`DROP VIEW live_subscription, known_subscription`);
  }
}
