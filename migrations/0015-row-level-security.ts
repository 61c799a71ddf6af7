import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps partners apart in the database itself, whatever a query asks for: rows are there only for a session or a
 * transaction that has named their partner in the setting `livery.partner`, or every partner (`*`). In force for the
 * owner of the tables too; superusers and roles with BYPASSRLS are above it.
 */
export class RowLevelSecurity0015 implements MigrationInterface {
  readonly name = 'RowLevelSecurity1000000000015';

  async up(db: QueryRunner): Promise<void> {
    // The setting is read once in a statement, and as text: outside of a transaction that has set it, it is empty.
    await db.query(`
      CREATE FUNCTION keep_partners_apart(partner_table regclass, partner_column name DEFAULT 'partner_id')
      RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF (SELECT relrowsecurity FROM pg_class WHERE oid = partner_table) THEN RETURN; END IF;
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partner_table);
        EXECUTE format(
          'CREATE POLICY of_partner ON %s USING ((SELECT current_setting(''livery.partner'', true)) IN (''*'', %I::text))',
          partner_table, partner_column);
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION keep_partners_apart IS
        'For every new table, and partition, whose rows belong to partners. Done before, it is not done again'`);
    // An index on lower(recipient) is of no use any more: PostgreSQL does not trust lower() with rows that are not ours.
    await db.query(`DROP INDEX email_by_recipient`);
    await db.query(
      `ALTER TABLE email ADD recipient_lower text GENERATED ALWAYS AS (lower(recipient)) STORED`,
    );
    await db.query(`CREATE INDEX email_by_recipient ON email (partner_id, recipient_lower, id)`);
    await db.query(`SELECT keep_partners_apart('partner', 'id')`);
    await db.query(`
      SELECT keep_partners_apart(c.oid::regclass) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'partner_id'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DO $$
      DECLARE partner_table regclass;
      BEGIN
        FOR partner_table IN
          SELECT polrelid FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
          WHERE polname = 'of_partner' AND relnamespace = current_schema()::regnamespace
        LOOP
          EXECUTE format('DROP POLICY of_partner ON %s', partner_table);
          EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', partner_table);
        END LOOP;
      END $$`);
    await db.query('DROP FUNCTION keep_partners_apart');
    await db.query(`DROP INDEX email_by_recipient`);
    await db.query(`ALTER TABLE email DROP recipient_lower`);
    await db.query(`CREATE INDEX email_by_recipient ON email (partner_id, lower(recipient), id)`);
  }
}
