import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the SQL of `src/email` asks for assignments of templates, whose table belongs to `src/email-template`. */
export class EmailTemplateFit0034 implements MigrationInterface {
  readonly name = 'EmailTemplateFit1000000000034';

  async up(db: QueryRunner): Promise<void> {
    // In SQL and stable, so that the planner makes it a part of the query that calls it.
    await db.query(`
      CREATE FUNCTION email_template_fit(
        of_partner_id int, of_company_id int, of_kind text, of_language text
      ) RETURNS TABLE (fit int) LANGUAGE sql STABLE ROWS 1 AS $$
        SELECT (a.company_id IS NOT NULL)::int * 2 + (a.language IS NOT NULL)::int AS fit
        FROM email_template_assignment a
        JOIN email_template t ON t.partner_id = a.partner_id AND t.id = a.template_id AND t.deleted_at IS NULL
        WHERE a.partner_id = of_partner_id AND a.kind = of_kind
          AND (a.company_id IS NULL OR a.company_id = of_company_id)
          AND (a.language IS NULL OR a.language = of_language)
        ORDER BY fit DESC LIMIT 1
      $$`);
    await db.query(`
      COMMENT ON FUNCTION email_template_fit IS
        'Of src/email-template: how specific the template is that a partner has for an email; no row if it has none'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION email_template_fit`);
  }
}
