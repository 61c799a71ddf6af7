import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Emails keep their headers as sent, the sender, and which files went with them. Rows of earlier versions have null. */
export class EmailAsSent0125 implements MigrationInterface {
  readonly name = 'EmailAsSent1000000000125';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email_content ADD head text, ADD sender jsonb, ADD attached jsonb`);
    await db.query(
      `COMMENT ON COLUMN email_content.head IS 'The header fields of the message as last handed over, with CRLF between them'`,
    );
    await db.query(
      `COMMENT ON COLUMN email_content.sender IS 'The address that it came from, and the key that signed it: address, dkim'`,
    );
    await db.query(
      `COMMENT ON COLUMN email_content.attached IS 'The files that went with it, without their content: filename, contentType, bytes, sha256'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE email_content DROP head, DROP sender, DROP attached`);
  }
}
