import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The cells, and the directory of the companies and issuers of other cells' partners. Empty in a deployment without
 * cells.
 */
export class Cells0130 implements MigrationInterface {
  readonly name = 'Cells1000000000130';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE cell (
        number int PRIMARY KEY CHECK (number BETWEEN 0 AND 63),
        name text NOT NULL UNIQUE,
        is_own boolean NOT NULL
      )`);
    await db.query(`COMMENT ON COLUMN cell.number IS 'Fixes the range of its ids, and is never given again'`);
    await db.query(`CREATE UNIQUE INDEX cell_own ON cell (is_own) WHERE is_own`);
    await db.query(`
      CREATE FUNCTION own_cell_number() RETURNS int LANGUAGE sql STABLE AS $$
        SELECT coalesce((SELECT number FROM cell WHERE is_own), 0)
      $$`);
    await db.query(`
      COMMENT ON FUNCTION own_cell_number IS
        'Of src/cell: tells apart what several cells of one database would share, such as the ids of lanes'`);
    await db.query(`
      CREATE TABLE cell_company (
        company_id int NOT NULL,
        cell text NOT NULL,
        PRIMARY KEY (company_id, cell)
      )`);
    await db.query(`COMMENT ON TABLE cell_company IS 'The companies of partners in other cells'`);
    await db.query(`
      CREATE TABLE cell_issuer (
        issuer text NOT NULL,
        audience text NOT NULL,
        cell text NOT NULL,
        PRIMARY KEY (issuer, audience, cell)
      )`);
    await db.query(`COMMENT ON TABLE cell_issuer IS 'The JWT settings of partners in other cells'`);
    await db.query(`
      CREATE VIEW present_company WITH (security_invoker = true) AS
      SELECT DISTINCT c.company_id FROM partner_company c JOIN partner p ON p.id = c.partner_id
      WHERE p.deleted_at IS NULL`);
    await db.query(
      `COMMENT ON VIEW present_company IS 'Of src/partner: companies with a partner that is not deleted'`,
    );
    await db.query(`
      CREATE VIEW present_issuer WITH (security_invoker = true) AS
      SELECT s.issuer, s.audience FROM partner_jwt s JOIN partner p ON p.id = s.partner_id
      WHERE p.deleted_at IS NULL`);
    await db.query(
      `COMMENT ON VIEW present_issuer IS 'Of src/partner: issuers and audiences of the tokens of partners that are not deleted'`,
    );
    await db.query(`
      CREATE FUNCTION confine_ids(first_id int, last_id int) RETURNS int LANGUAGE plpgsql AS $$
      DECLARE
        sequence record;
        confined int := 0;
      BEGIN
        FOR sequence IN
          SELECT c.oid::regclass AS name, s.seqmin
          FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
          JOIN pg_depend d ON d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'i'
          WHERE c.relnamespace = current_schema()::regnamespace AND s.seqtypid = 'int'::regtype
            AND (s.seqmin <> first_id OR s.seqmax <> last_id)
        LOOP
          IF sequence.seqmin = first_id THEN
            EXECUTE format('ALTER SEQUENCE %s MAXVALUE %s', sequence.name, last_id);
          ELSE
            EXECUTE format('ALTER SEQUENCE %s MINVALUE %s MAXVALUE %s START %s RESTART',
              sequence.name, first_id, last_id, first_id);
          END IF;
          confined := confined + 1;
        END LOOP;
        RETURN confined;
      END $$`);
    await db.query(`
      COMMENT ON FUNCTION confine_ids IS
        'Of src/cell: lets all sequences of ids give those of one range; says how many did not'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP FUNCTION confine_ids`);
    await db.query(`DROP VIEW present_issuer, present_company`);
    await db.query(`DROP FUNCTION own_cell_number`);
    await db.query(`DROP TABLE cell_issuer, cell_company, cell`);
  }
}
