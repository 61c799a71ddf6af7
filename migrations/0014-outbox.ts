import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events published by the surrounding application in its own transactions, until the intake accepts them. */
export class Outbox0014 implements MigrationInterface {
  readonly name = 'Outbox1000000000014';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        event json NOT NULL,
        refused text
      ) WITH (autovacuum_vacuum_scale_factor = 0.02)`);
    await db.query(`
      COMMENT ON COLUMN outbox.refused IS
        'Why the event cannot be taken in, where the rules have changed since it was published'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE outbox`);
  }
}
