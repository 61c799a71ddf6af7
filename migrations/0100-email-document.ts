import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrent-index.js';

const INDEX = 'email_without_document';

/**
 * Every email has the document of its event, by which the list of emails is walked along one index; a walk along events
 * read all emails of the partner. Old rows, and those of processes of the version before, keep null: they have an index
 * of their own, which new rows are not in. Runs outside a transaction, so that it is built without blocking writes.
 */
export class EmailDocument0100 implements MigrationInterface {
  readonly name = 'EmailDocument1000000000100';
  readonly transaction = false;

  async up(db: QueryRunner): Promise<void> {
    await buildConcurrently(db, {
      name: INDEX,
      table: 'email',
      on: '(partner_id, id) WHERE type_id IS NULL AND event_id IS NOT NULL',
    });
    await db.query(requestEmails({ documentColumn: ', type_id', documentMember: ', type_id text' }));
    await db.query(
      `COMMENT ON COLUMN email.type_id IS 'Of the event, or of the email that this one repeats; null for a test, and in rows of a version that did not write it yet'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(requestEmails({ documentColumn: '', documentMember: '' }));
    await db.query(`UPDATE email SET type_id = NULL WHERE event_id IS NOT NULL`);
    await db.query(`DROP INDEX IF EXISTS ${INDEX}`);
  }
}

/** The function of migration 0035. A version before this one leaves `type_id` out of `emails`. */
function requestEmails({
  documentColumn,
  documentMember,
}: Record<'documentColumn' | 'documentMember', string>): string {
  return `
    CREATE OR REPLACE FUNCTION request_emails(
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
          given text, company text, brand text, bytes int, attachments json${documentMember})
        JOIN event e ON e.id = m.event_id
        LEFT JOIN LATERAL email_template_fit(e.partner_id, e.company_id, m.kind, m.language) AS a ON true
        ORDER BY m.id, a.fit DESC NULLS LAST, e.partner_id
      ), written AS (
        INSERT INTO email
          (partner_id, id, event_id, company_id, type, kind, recipient, language, given, company, brand${documentColumn})
        SELECT partner_id, id, event_id, company_id, type, kind, recipient, language, given, company, brand${documentColumn}
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
    END $$`;
}
