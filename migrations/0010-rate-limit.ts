import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counters of rate limits, as rate-limiter-flexible writes them: by position, so the columns keep this order. */
export class RateLimit0010 implements MigrationInterface {
  readonly name = 'RateLimit1000000000010';

  async up(db: QueryRunner): Promise<void> {
    // Unlogged, because a count matters for only a minute and is not worth a disk write at every request.
    await db.query(`
      CREATE UNLOGGED TABLE rate_limit (
        key varchar(255) PRIMARY KEY,
        points int NOT NULL DEFAULT 0,
        expire bigint
      ) WITH (fillfactor = 50)`);
    await db.query(
      `COMMENT ON TABLE rate_limit IS 'Requests counted in the running minute; empty after a crash'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE rate_limit`);
  }
}
