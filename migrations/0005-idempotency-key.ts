import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdempotencyKey0005 implements MigrationInterface {
  readonly name = 'IdempotencyKey1000000000005';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE idempotency_key (
        partner_id int NOT NULL,
        key text NOT NULL,
        request_hash bytea NOT NULL,
        status int,
        sealed_answer text,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (partner_id, key)
      )`);
    await db.query(
      `COMMENT ON COLUMN idempotency_key.status IS 'Null while the first request is still running'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE idempotency_key`);
  }
}
