import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents the value -2 in `event.subscription_projections`. The column itself does not change. */
export class ProjectedLater0021 implements MigrationInterface {
  readonly name = 'ProjectedLater1000000000021';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      COMMENT ON COLUMN event.subscription_projections IS
        'For each of subscription_ids the place of its data in the JSON array projections, -1 for all of data, or -2 when data is projected for each attempt, with the include paths of that time'`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      COMMENT ON COLUMN event.subscription_projections IS
        'For each of subscription_ids the place of its data in the JSON array projections, or -1 for all of data'`);
  }
}
