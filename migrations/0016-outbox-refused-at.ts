import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time at which a published event was refused, so that retention can remove it after RETENTION_DAYS. */
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
