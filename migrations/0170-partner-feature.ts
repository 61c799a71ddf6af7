import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The function by which `src/webhook-subscription` reads the event types that a partner may receive. */
export class PartnerFeature0170 implements MigrationInterface {
  readonly name = 'PartnerFeature1000000000170';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW partner_feature WITH (security_invoker = true) AS
      SELECT p.id AS partner_id, f.feature FROM partner p CROSS JOIN unnest(p.features) AS f (feature)`);
    await db.query(
      `COMMENT ON VIEW partner_feature IS 'Of src/partner: the features of partners, deleted or not'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW partner_feature`);
  }
}
