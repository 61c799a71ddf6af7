import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { requireRoom } from '../database/partner-limit.js';
import { Settings } from '../shared/settings.js';
import { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateVersion, MAX_VERSIONS } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';

/** Email templates in the database. Every question names the partner first. */
@Injectable()
export class EmailTemplateRepository {
  constructor(
    @InjectRepository(EmailTemplateSchema, LIVERY_DATABASE) private readonly rows: Repository<EmailTemplate>,
    private readonly settings: Settings,
  ) {}

  /** Present ones, or deleted ones instead, with ids greater than `afterId`, oldest first. */
  ofPartner(
    partnerId: number,
    { deleted, afterId, limit }: { deleted: boolean; afterId: number; limit: number },
  ): Promise<EmailTemplate[]> {
    const deletedAt = deleted ? Not(IsNull()) : IsNull();
    return this.rows.find({
      where: { partnerId, id: MoreThan(afterId), deletedAt },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Null when the partner has no such template, or it is deleted. */
  find(partnerId: number, id: number): Promise<EmailTemplate | null> {
    return this.rows.findOne({ where: { partnerId, id, deletedAt: IsNull() } });
  }

  async nextId(): Promise<number> {
    const [{ id }] = await this.rows.query<[{ id: number }]>(
      `SELECT nextval(pg_get_serial_sequence('email_template', 'id'))::int AS id`,
    );
    return id;
  }

  /** Also keeps it as its own first version. @throws Conflict when the partner has as many as it may have */
  add(template: EmailTemplate): Promise<void> {
    return this.rows.manager.transaction(async (transaction) => {
      await this.requireRoom(transaction, template.partnerId);
      await transaction.getRepository(EmailTemplateSchema).insert(template);
      await keepVersion(transaction, template);
    });
  }

  /**
   * Changes one template under a lock on its row. `change` gets it in its present state, deleted or not, and gives the
   * next one; the same one back means that there is nothing to write. What it throws leaves everything as it was. What
   * was edited is kept as a version too.
   * @throws Conflict when it would be restored and the partner has as many as it may have
   * @returns the next state; null when the partner has no such template.
   */
  change(
    partnerId: number,
    id: number,
    change: (present: EmailTemplate) => EmailTemplate,
  ): Promise<EmailTemplate | null> {
    return this.rows.manager.transaction(async (transaction) => {
      const rows = transaction.getRepository(EmailTemplateSchema);
      const present = await rows.findOne({ where: { partnerId, id }, lock: { mode: 'for_no_key_update' } });
      const next = present && change(present);
      if (present?.isDeleted === true && next?.isDeleted === false)
        await this.requireRoom(transaction, partnerId);
      if (next !== null && next !== present) await rows.update({ partnerId, id }, next);
      if (next !== null && present !== null && next.edits(present)) await keepVersion(transaction, next);
      return next;
    });
  }

  private requireRoom(transaction: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxTemplatesPerPartner;
    return requireRoom(transaction, partnerId, { table: 'email_template', most, things: 'email templates' });
  }
}

/** Keeps what the template is now, and lets go of the oldest version where there are too many. */
async function keepVersion(transaction: EntityManager, template: EmailTemplate): Promise<void> {
  const version = EmailTemplateVersion.of(template);
  await transaction.getRepository(EmailTemplateVersionSchema).insert(version);
  await transaction.query(
    `DELETE FROM email_template_version
     WHERE partner_id = $1 AND template_id = $2 AND number <= (
       SELECT number FROM email_template_version WHERE partner_id = $1 AND template_id = $2
       ORDER BY number DESC OFFSET $3 LIMIT 1)`,
    [version.partnerId, version.templateId, MAX_VERSIONS],
  );
}
