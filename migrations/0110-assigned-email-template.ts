import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the SQL of `src/email` reads the template of an email, whose tables belong to `src/email-template`. */
export class AssignedEmailTemplate0110 implements MigrationInterface {
  readonly name = 'AssignedEmailTemplate1000000000110';

  async up(db: QueryRunner): Promise<void> {
    // In SQL and stable, so that the planner makes it a part of the query that calls it.
    await db.query(`
      CREATE FUNCTION assigned_email_template(
        of_partner_id int, of_company_id int, of_kind text, of_language text
      ) RETURNS TABLE (
        id int, type text, parser text, data text, "inlineStyles" boolean, segments json,
        subject text, "fromName" text, "replyTo" text
      ) LANGUAGE sql STABLE ROWS 1 AS $$
        SELECT t.id, t.type, t.parser, coalesce(t.resolved_data, t.data), t.inline_styles, t.resolution -> 'segments',
          a.subject, a.from_name, a.reply_to
        FROM email_template_assignment a
        JOIN email_template t ON t.partner_id = a.partner_id AND t.id = a.template_id AND t.deleted_at IS NULL
        WHERE a.partner_id = of_partner_id AND a.kind = of_kind
          AND (a.company_id IS NULL OR a.company_id = of_company_id)
          AND (a.language IS NULL OR a.language = of_language)
        ORDER BY a.company_id NULLS LAST, a.language NULLS LAST LIMIT 1
      $$`);
    await db.query(`
      COMMENT ON FUNCTION assigned_email_template IS
        'Of src/email-template: the template that a partner has for an email, and the headers of its most specific assignment; no row if it has none'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION assigned_email_template`);
  }
}
