import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which API keys are console sessions, so that signing out can revoke them; and which life of a subscription its health
 * belongs to, so that health starts anew when the subscription comes back.
 */
export class SessionsAndLives0018 implements MigrationInterface {
  readonly name = 'SessionsAndLives1000000000018';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE api_key ADD is_session boolean NOT NULL DEFAULT false`);
    await db.query(`
      COMMENT ON COLUMN api_key.is_session IS 'Issued for a link into the console: signing out revokes it'`);
    // Processes of the version before go on adding rows without it.
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
