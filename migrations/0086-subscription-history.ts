import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who changed what of a subscription. `number` is the version of the subscription that the change led to, and
 * `subscriptions_version` that of its partner: an event that was matched with this one or a later one found `state`.
 */
export class SubscriptionHistory0086 implements MigrationInterface {
  readonly name = 'SubscriptionHistory1000000000086';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE webhook_subscription_history (
        partner_id int NOT NULL,
        subscription_id int NOT NULL,
        number int NOT NULL,
        subscriptions_version int NOT NULL,
        at timestamptz(3) NOT NULL,
        action text NOT NULL,
        actor_kind text NOT NULL,
        actor_id int,
        actor_name text,
        before json,
        before_since timestamptz(3),
        state json NOT NULL,
        bytes int NOT NULL,
        PRIMARY KEY (partner_id, subscription_id, number)
      )`);
    await db.query(`
      COMMENT ON COLUMN webhook_subscription_history.before IS
        'The former values of the members that changed, without secrets; null for a new subscription'`);
    await db.query(`
      COMMENT ON COLUMN webhook_subscription_history.before_since IS
        'When the former state began; null for a new subscription'`);
    await db.query(`
      COMMENT ON COLUMN webhook_subscription_history.state IS 'All members after the change, without secrets'`);
    await db.query(`COMMENT ON COLUMN webhook_subscription_history.bytes IS 'Of before and state'`);
    await db.query(`SELECT keep_partners_apart('webhook_subscription_history')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE webhook_subscription_history`);
  }
}
