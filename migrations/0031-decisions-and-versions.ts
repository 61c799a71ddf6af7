import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  { table: 'partner', from: 'fan_out_version', to: 'subscriptions_version' },
  { table: 'event', from: 'fan_out_version', to: 'subscriptions_version' },
  { table: 'delivery_attempt', from: 'fan_out_version', to: 'subscriptions_version' },
  { table: 'email_attempt_log', from: 'ruling', to: 'decision' },
] as const;

/** Names columns as the code does. Changes names only, so it takes a moment however much is stored. */
export class DecisionsAndVersions0031 implements MigrationInterface {
  readonly name = 'DecisionsAndVersions1000000000031';

  async up(db: QueryRunner): Promise<void> {
    for (const { table, from, to } of COLUMNS) {
      await db.query(`ALTER TABLE ${table} RENAME COLUMN ${from} TO ${to}`);
    }
  }

  async down(db: QueryRunner): Promise<void> {
    for (const { table, from, to } of COLUMNS) {
      await db.query(`ALTER TABLE ${table} RENAME COLUMN ${to} TO ${from}`);
    }
  }
}
