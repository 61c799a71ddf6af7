import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the intake in `src/delivery` hands over the emails that events ask for to `src/email`, which owns their tables. */
export class RequestEmails0035 implements MigrationInterface {
  readonly name = 'RequestEmails1000000000035';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION request_emails(
        event_ids uuid[], partner_ids int[], company_ids int[], types text[], emails json
      ) RETURNS int LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE requested int;
      BEGIN
        WITH event AS (
          SELECT * FROM unnest(event_ids, partner_ids, company_ids, types) AS t (id, partner_id, company_id, type)
        ), asked_for AS (
          SELECT DISTINCT ON (m.id) e.partner_id, e.company_id, e.type, m.*
          FROM json_to_recordset(emails) AS m (id uuid, event_id uuid, kind text, recipient text, language text,
            given text, company text, brand text, bytes int, attachments json)
          JOIN event e ON e.id = m.event_id
          LEFT JOIN LATERAL email_template_fit(e.partner_id, e.company_id, m.kind, m.language) AS a ON true
          ORDER BY m.id, a.fit DESC NULLS LAST, e.partner_id
        ), written AS (
          INSERT INTO email
            (partner_id, id, event_id, company_id, type, kind, recipient, language, given, company, brand)
          SELECT partner_id, id, event_id, company_id, type, kind, recipient, language, given, company, brand
          FROM asked_for
        ), waiting AS (
          INSERT INTO email_attempt (partner_id, company_id, email_id, number, failures, bytes, due_at)
          SELECT partner_id, company_id, id, 1, 0, bytes, now() FROM asked_for
        ), attached AS (
          INSERT INTO email_attachment (partner_id, email_id, place, filename, content_type, content)
          SELECT partner_id, id, place, file ->> 'filename', file ->> 'contentType',
            decode(file ->> 'content', 'base64')
          FROM asked_for CROSS JOIN json_array_elements(attachments) WITH ORDINALITY AS f (file, place)
        )
        SELECT count(*) INTO requested FROM asked_for;
        RETURN requested;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION request_emails IS
        'Of src/email: stores the emails of events and makes them due. Of several partners of an event, an email belongs to the one that has the most specific template for it, else to the oldest one. Returns how many there are'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION request_emails`);
  }
}
