import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks API keys of console sessions, so that sign-out can revoke them, and records the life of a subscription to which
 * its health belongs, so that health is reset when the subscription is restored.
 */
export class SessionsAndLives0018 implements MigrationInterface {
  readonly name = 'SessionsAndLives1000000000018';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE api_key ADD is_session boolean NOT NULL DEFAULT false`);
    await db.query(`
      COMMENT ON COLUMN api_key.is_session IS 'Issued for a link into the console: signing out revokes it'`);
    // Processes of the previous version still insert rows without it.
    await db.query(`ALTER TABLE webhook_subscription_health ADD live_since int NOT NULL DEFAULT 0`);
    await db.query(`
      UPDATE webhook_subscription_health h SET live_since = s.live_since FROM webhook_subscription s
      WHERE s.partner_id = h.partner_id AND s.id = h.subscription_id AND s.live_since <> 0`);
    await db.query(`
      COMMENT ON COLUMN webhook_subscription_health.live_since IS
        'live_since of the subscription when this was noted: the failures of an earlier life do not count'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_subscription_health DROP live_since`);
    await db.query(`ALTER TABLE api_key DROP is_session`);
  }
}
