import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events can be for one partner alone, so the intake locks the partners of companies together with those it names. */
export class LockPartners0070 implements MigrationInterface {
  readonly name = 'LockPartners1000000000070';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION lock_partners(company_ids int[], own_ids int[])
      RETURNS TABLE (company_id int, partner_id int, subscriptions_version int) LANGUAGE plpgsql ROWS 10 AS $$
      #variable_conflict use_column
      BEGIN
        RETURN QUERY
        SELECT c.company_id, p.id, p.subscriptions_version
        FROM (
          SELECT company_id, partner_id FROM partner_company WHERE company_id = ANY (company_ids)
          UNION ALL
          SELECT 0, id FROM unnest(own_ids) AS own (id)
        ) AS c JOIN partner p ON p.id = c.partner_id
        WHERE p.deleted_at IS NULL
        ORDER BY p.id FOR SHARE OF p;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION lock_partners IS
        'Of src/partner: the live partners of companies, and those named themselves with the company 0, locked against change until the transaction ends'`);
    // Processes of the version before may still call the former function.
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION lock_partners`);
  }
}
