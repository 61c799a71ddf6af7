import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sender address of a partner's emails, and the key that signs them with DKIM. */
export class PartnerSender0050 implements MigrationInterface {
  readonly name = 'PartnerSender1000000000050';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE partner_sender (
        partner_id int PRIMARY KEY REFERENCES partner (id),
        from_address text NOT NULL,
        dkim_domain text,
        dkim_selector text,
        dkim_public_key text,
        sealed_dkim_key text,
        updated_at timestamptz(3) NOT NULL
      )`);
    await db.query(`
      COMMENT ON COLUMN partner_sender.dkim_public_key IS
        'SPKI in base64, as DNS publishes it; the private key is sealed in sealed_dkim_key'`);
    await db.query(`SELECT keep_partners_apart('partner_sender')`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE partner_sender`);
  }
}
