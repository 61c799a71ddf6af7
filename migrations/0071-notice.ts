import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What partners are told about their subscriptions, templates and emails. Other modules write a notice in the
 * transaction of the decision that causes it, by the function `write_notices`; a worker makes an event and emails of it
 * later.
 */
export class Notice0071 implements MigrationInterface {
  readonly name = 'Notice1000000000071';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE notice (
        partner_id int NOT NULL,
        id uuid NOT NULL,
        name text NOT NULL,
        object_id text NOT NULL,
        life int NOT NULL,
        company_id int NOT NULL,
        untold int[],
        facts json NOT NULL,
        created_at timestamptz(3) NOT NULL,
        reported_at timestamptz(3),
        mailed_at timestamptz(3),
        PRIMARY KEY (partner_id, id)
      )`);
    await db.query(`COMMENT ON COLUMN notice.object_id IS 'Of the subscription, the template or the email'`);
    await db.query(`
      COMMENT ON COLUMN notice.life IS
        'Of a subscription: the subscriptions version since when it was live. Notices start anew with each life'`);
    await db.query(`COMMENT ON COLUMN notice.untold IS 'Subscriptions that get no event about it'`);
    await db.query(`COMMENT ON COLUMN notice.reported_at IS 'When its event was accepted, or was left out'`);
    await db.query(
      `COMMENT ON COLUMN notice.mailed_at IS 'When its emails were stored, if anyone wanted them'`,
    );
    await db.query(`CREATE INDEX notice_by_object ON notice (partner_id, name, object_id, life, created_at)`);
    await db.query(`CREATE INDEX notice_to_report ON notice (created_at) WHERE reported_at IS NULL`);
    await db.query(`CREATE INDEX notice_to_mail ON notice (partner_id, created_at) WHERE mailed_at IS NULL`);
    await db.query(
      `CREATE INDEX notice_mailed ON notice (partner_id, mailed_at) WHERE mailed_at IS NOT NULL`,
    );
    await db.query(`SELECT keep_partners_apart('notice')`);
    // If the report of a failure fails too, the subscriptions in the chain of its causes (`untold`) must not get a
    // report about that.
    await db.query(`
      CREATE FUNCTION write_notices(notices json) RETURNS int LANGUAGE plpgsql STRICT AS $$
      DECLARE
        new record;
        since timestamptz;
        chain int[];
        written int := 0;
      BEGIN
        FOR new IN
          SELECT DISTINCT ON (partner_id, name, object_id, life) * FROM json_to_recordset(notices) AS n (partner_id int,
            name text, object_id text, life int, company_id int, well_at timestamptz, cause uuid, facts json)
          WHERE partner_id <> 0
          ORDER BY partner_id, name, object_id, life
        LOOP
          since := least(now() - interval '24 hours', coalesce(new.well_at, '-infinity'));
          CONTINUE WHEN EXISTS (SELECT FROM notice o WHERE o.partner_id = new.partner_id AND o.name = new.name
            AND o.object_id = new.object_id AND o.life = new.life AND o.created_at > since);
          PERFORM pg_advisory_xact_lock(hashtextextended(
            format('notice %s %s %s', new.partner_id, new.name, new.object_id), 0));
          CONTINUE WHEN EXISTS (SELECT FROM notice o WHERE o.partner_id = new.partner_id AND o.name = new.name
            AND o.object_id = new.object_id AND o.life = new.life AND o.created_at > since);
          SELECT o.untold INTO chain FROM notice o WHERE o.partner_id = new.partner_id AND o.id = new.cause;
          IF new.name LIKE 'subscription.%' THEN
            chain := array_append(coalesce(chain, '{}'), new.object_id::int);
          END IF;
          INSERT INTO notice (partner_id, id, name, object_id, life, company_id, untold, facts, created_at, reported_at)
          VALUES (new.partner_id, gen_random_uuid(), new.name, new.object_id, new.life, new.company_id, chain, new.facts,
            now(), CASE WHEN cardinality(chain) > 16 THEN now() END);
          written := written + 1;
        END LOOP;
        RETURN written;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION write_notices IS
        'Of src/notice: writes notices, each unless there has been one of its name about the object in the last 24 hours, or since well_at, when all was well with it last (null: never). cause: the notice whose event could not be delivered. Returns how many were written'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION write_notices`);
    await db.query(`DROP TABLE notice`);
  }
}
