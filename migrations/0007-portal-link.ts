import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PortalLink0007 implements MigrationInterface {
  readonly name = 'PortalLink1000000000007';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE portal_link (
        partner_id int NOT NULL REFERENCES partner (id),
        hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (partner_id, hash)
      )`);
    await db.query(`CREATE UNIQUE INDEX portal_link_by_hash ON portal_link (hash)`);
    await db.query(
      `COMMENT ON TABLE portal_link IS 'Links to the console that nobody has used yet; a used one is deleted'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE portal_link`);
  }
}
