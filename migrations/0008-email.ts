import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Emails that events ask for, and what becomes of them. `email` and `email_attempt` are only ever inserted into, and
 * ids are UUIDv7, as with events. `email_waiting` holds the emails still to be sent, every one from the start, so the
 * state of an email follows: it waits, or its last attempt says how it ended. The partner 0 is that of companies
 * without one.
 */
export class Email0008 implements MigrationInterface {
  readonly name = 'Email1000000000008';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE email (
        partner_id int NOT NULL,
        id uuid NOT NULL,
        event_id uuid NOT NULL,
        company_id int NOT NULL,
        kind text NOT NULL,
        recipient text NOT NULL,
        language text NOT NULL,
        given text NOT NULL,
        company text,
        brand text,
        PRIMARY KEY (partner_id, id)
      ) PARTITION BY RANGE (id)`);
    await db.query(`COMMENT ON COLUMN email.given IS 'The variables that the event gives, as a JSON object'`);
    await db.query(`CREATE INDEX email_by_event ON email (partner_id, event_id)`);
    await db.query(`CREATE INDEX email_by_recipient ON email (partner_id, lower(recipient), id)`);
    await db.query(`CREATE TABLE email_default PARTITION OF email DEFAULT`);
    await db.query(`
      CREATE TABLE email_attachment (
        partner_id int NOT NULL,
        email_id uuid NOT NULL,
        place smallint NOT NULL,
        filename text NOT NULL,
        content_type text NOT NULL,
        content bytea NOT NULL,
        PRIMARY KEY (partner_id, email_id, place)
      ) PARTITION BY RANGE (email_id)`);
    await db.query(
      `COMMENT ON TABLE email_attachment IS 'Of emails still to be sent; removed when the email is sent or has failed'`,
    );
    await db.query(`CREATE TABLE email_attachment_default PARTITION OF email_attachment DEFAULT`);
    await db.query(`
      CREATE TABLE email_waiting (
        partner_id int NOT NULL,
        company_id int NOT NULL,
        email_id uuid NOT NULL,
        number smallint NOT NULL,
        failures smallint NOT NULL,
        bytes int NOT NULL,
        due_at timestamptz(3) NOT NULL,
        lease uuid,
        PRIMARY KEY (partner_id, email_id)
      ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0)`);
    await db.query(`
      COMMENT ON COLUMN email_waiting.due_at IS
        'When the next attempt is due; while it is leased, when the lease runs out'`);
    await db.query(`COMMENT ON COLUMN email_waiting.bytes IS 'Of the attachments'`);
    await db.query(
      `CREATE INDEX email_waiting_due ON email_waiting (partner_id, company_id, due_at, email_id)`,
    );
    await db.query(`
      CREATE TABLE email_attempt (
        partner_id int NOT NULL,
        email_id uuid NOT NULL,
        number smallint NOT NULL,
        started_at timestamptz(3) NOT NULL,
        duration_ms int NOT NULL,
        status smallint,
        error text,
        answer text,
        template_id int,
        fallback json,
        ruling text NOT NULL,
        PRIMARY KEY (partner_id, email_id, number)
      ) PARTITION BY RANGE (email_id)`);
    await db.query(`
      COMMENT ON COLUMN email_attempt.ruling IS
        'What followed: succeeded and failed end the email, after retry comes another attempt'`);
    await db.query(
      `CREATE INDEX email_attempt_failed ON email_attempt (partner_id, email_id) WHERE ruling = 'failed'`,
    );
    await db.query(`CREATE TABLE email_attempt_default PARTITION OF email_attempt DEFAULT`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE email_attempt, email_waiting, email_attachment, email`);
  }
}
