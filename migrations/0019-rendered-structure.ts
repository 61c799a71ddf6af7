import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Compiled templates without data, so that a new thread, process or deployment need not compile them again. */
export class RenderedStructure0019 implements MigrationInterface {
  readonly name = 'RenderedStructure1000000000019';

  async up(db: QueryRunner): Promise<void> {
    // Rewritten when it is used on another day, and only then.
    await db.query(`
      CREATE TABLE rendered_structure (
        partner_id integer NOT NULL REFERENCES partner ON DELETE CASCADE,
        digest bytea NOT NULL,
        structure bytea NOT NULL,
        used_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (partner_id, digest)
      )`);
    await db.query(`SELECT keep_partners_apart('rendered_structure')`);
    await db.query(`
      COMMENT ON TABLE rendered_structure IS
        'A cache: what templates compile to, without any value of their variables. Rows may be deleted at any time'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE rendered_structure`);
  }
}
