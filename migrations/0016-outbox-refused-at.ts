import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a published event is refused, so that it can go after RETENTION_DAYS like everything else. */
export class OutboxRefusedAt0016 implements MigrationInterface {
  readonly name = 'OutboxRefusedAt1000000000016';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE outbox ADD refused_at timestamptz(3)`);
    await db.query(`UPDATE outbox SET refused_at = now() WHERE refused IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE outbox DROP refused_at`);
  }
}
