import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The interface through which the SQL of other modules reads and changes partners, whose tables belong to
 * `src/partner`: views for reading, and functions for locks and writes.
 */
export class PartnerVersions0032 implements MigrationInterface {
  readonly name = 'PartnerVersions1000000000032';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW known_partner WITH (security_invoker = true) AS SELECT id FROM partner`);
    await db.query(`COMMENT ON VIEW known_partner IS 'Of src/partner: every partner, deleted or not'`);
    await db.query(`
      CREATE VIEW live_partner WITH (security_invoker = true) AS
      SELECT id, subscriptions_version FROM partner WHERE deleted_at IS NULL`);
    await db.query(`COMMENT ON VIEW live_partner IS 'Of src/partner: those that are not deleted'`);
    await db.query(`
      CREATE VIEW attached_company WITH (security_invoker = true) AS
      SELECT partner_id, company_id FROM partner_company`);
    await db.query(`COMMENT ON VIEW attached_company IS 'Of src/partner: the companies of partners'`);
    await db.query(`
      CREATE FUNCTION lock_partners_of_companies(company_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      BEGIN
        RETURN QUERY
        SELECT c.company_id, p.id, p.subscriptions_version
        FROM partner_company c JOIN partner p ON p.id = c.partner_id
        WHERE c.company_id = ANY (company_ids) AND p.deleted_at IS NULL
        ORDER BY p.id FOR SHARE OF p;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_partners_of_companies IS
        'Of src/partner: the live partners of companies, locked against change until the transaction ends'`);
    await db.query(`
      CREATE FUNCTION bump_subscriptions_version(changed_partner_id int) RETURNS int LANGUAGE sql AS $$
        UPDATE partner SET subscriptions_version = subscriptions_version + 1 WHERE id = changed_partner_id
        RETURNING subscriptions_version
      $$`);
    await db.query(`
      COMMENT ON FUNCTION bump_subscriptions_version IS
        'Of src/partner: makes the intake match anew with what has changed; null if there is no such partner'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION bump_subscriptions_version`);
    await db.query(`DROP FUNCTION lock_partners_of_companies`);
    await db.query(`DROP VIEW attached_company, live_partner, known_partner`);
  }
}
