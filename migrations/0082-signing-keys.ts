import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The method by which the deliveries of a subscription are signed, and the name of its public key set. */
export class SigningKeys0082 implements MigrationInterface {
  readonly name = 'SigningKeys1000000000082';

  async up(db: QueryRunner): Promise<void> {
    // Processes of the previous version still insert rows without it.
    await db.query(`ALTER TABLE webhook_subscription ADD signing text NOT NULL DEFAULT 'hmac'`);
    await db.query(`ALTER TABLE webhook_subscription ADD key_set text`);
    await db.query(
      `COMMENT ON COLUMN webhook_subscription.key_set IS 'Random name of its public keys, which anyone who has it can read'`,
    );
    await db.query(`CREATE UNIQUE INDEX webhook_subscription_key_set ON webhook_subscription (key_set)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE webhook_subscription DROP key_set, DROP signing`);
  }
}
