import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EmailTemplateVersion0006 implements MigrationInterface {
  readonly name = 'EmailTemplateVersion1000000000006';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE email_template_version (
        partner_id int NOT NULL,
        template_id int NOT NULL,
        number int NOT NULL,
        name text,
        type text NOT NULL,
        parser text,
        data text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (partner_id, template_id, number),
        FOREIGN KEY (partner_id, template_id) REFERENCES email_template (partner_id, id)
      )`);
    await db.query(`
      INSERT INTO email_template_version
        (partner_id, template_id, number, name, type, parser, data, created_at)
      SELECT partner_id, id, version, name, type, parser, data, updated_at FROM email_template`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE email_template_version`);
  }
}
