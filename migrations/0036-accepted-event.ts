import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the SQL of `src/email` reads the events that its emails belong to; their table belongs to `src/delivery`. */
export class AcceptedEvent0036 implements MigrationInterface {
  readonly name = 'AcceptedEvent1000000000036';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE VIEW accepted_event WITH (security_invoker = true) AS
      SELECT partner_id, id, key, company_id, type, type_id, created_at, data FROM event`);
    await db.query(`COMMENT ON VIEW accepted_event IS 'Of src/delivery: the events, as they were reported'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP VIEW accepted_event`);
  }
}
