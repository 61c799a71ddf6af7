import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The content of sent emails, and emails that no event requested: resent ones and tests. Such an email has no event,
 * but has its content from the start and names the document itself.
 */
export class EmailContent0041 implements MigrationInterface {
  readonly name = 'EmailContent1000000000041';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE email ALTER event_id DROP NOT NULL, ADD event_key text, ADD type_id text, ADD resend_of uuid,
        ADD is_test boolean NOT NULL DEFAULT false`);
    await db.query(`
      COMMENT ON COLUMN email.event_id IS 'Null for an email that no event asked for: it is sent from email_content'`);
    await db.query(`
      COMMENT ON COLUMN email.type_id IS 'Of an email without an event, as are event_key and type; null for a test'`);
    await db.query(
      `CREATE INDEX email_by_own_document ON email (partner_id, type_id, id) WHERE type_id IS NOT NULL`,
    );
    await db.query(`CREATE INDEX email_tests ON email (partner_id, id) WHERE is_test`);
    await db.query(`
      CREATE TABLE email_content (
        partner_id int NOT NULL,
        email_id uuid NOT NULL,
        subject text NOT NULL,
        from_name text,
        reply_to text,
        unsubscribe_url text,
        is_one_click boolean NOT NULL,
        template_id int,
        attachments smallint NOT NULL,
        html bytea,
        text bytea,
        PRIMARY KEY (partner_id, email_id)
      ) PARTITION BY RANGE (email_id)`);
    await db.query(
      `COMMENT ON TABLE email_content IS 'As last handed over. html and text are compressed with gzip; null where too large'`,
    );
    // The content is already compressed, so PostgreSQL's own compression would gain nothing.
    await db.query(
      `ALTER TABLE email_content ALTER html SET STORAGE EXTERNAL, ALTER text SET STORAGE EXTERNAL`,
    );
    await db.query(`CREATE TABLE email_content_default PARTITION OF email_content DEFAULT`);
    await db.query(
      `SELECT keep_partners_apart('email_content'), keep_partners_apart('email_content_default')`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE email_content`);
    await db.query(`DELETE FROM email WHERE event_id IS NULL`);
    await db.query(
      `ALTER TABLE email ALTER event_id SET NOT NULL, DROP event_key, DROP type_id, DROP resend_of, DROP is_test`,
    );
  }
}
