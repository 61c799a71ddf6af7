import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subject, sender name and reply address of an assignment; null if emails keep their default. */
export class AssignmentHeaders0040 implements MigrationInterface {
  readonly name = 'AssignmentHeaders1000000000040';

  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE email_template_assignment ADD subject text, ADD from_name text, ADD reply_to text`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email_template_assignment DROP subject, DROP from_name, DROP reply_to`);
  }
}
