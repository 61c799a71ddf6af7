import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the styles of an HTML template are inlined into its elements. Earlier versions always inlined them. */
export class InlineStyles0020 implements MigrationInterface {
  readonly name = 'InlineStyles1000000000020';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email_template ADD inline_styles boolean NOT NULL DEFAULT true`);
    await db.query(`ALTER TABLE email_template_version ADD inline_styles boolean NOT NULL DEFAULT true`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email_template DROP inline_styles`);
    await db.query(`ALTER TABLE email_template_version DROP inline_styles`);
  }
}
