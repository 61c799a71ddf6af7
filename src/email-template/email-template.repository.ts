import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateVersion } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';

/** Email templates in the database. Every question names the partner first. */
@Injectable()
export class EmailTemplateRepository {
  constructor(@InjectRepository(EmailTemplateSchema) private readonly rows: Repository<EmailTemplate>) {}

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

  /** Also keeps it as its own first version. */
  add(template: EmailTemplate): Promise<void> {
    return this.rows.manager.transaction(async (transaction) => {
      await transaction.getRepository(EmailTemplateSchema).insert(template);
      await keepVersion(transaction, template);
    });
  }

  /**
   * Changes one template under a lock on its row. `change` gets it in its present state, deleted or not, and gives the
   * next one; the same one back means that there is nothing to write. What it throws leaves everything as it was. What
   * was edited is kept as a version too.
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
      if (next !== null && next !== present) await rows.update({ partnerId, id }, next);
      if (next !== null && present !== null && next.edits(present)) await keepVersion(transaction, next);
      return next;
    });
  }
}

async function keepVersion(transaction: EntityManager, template: EmailTemplate): Promise<void> {
  const version = EmailTemplateVersion.of(template);
  await transaction.getRepository(EmailTemplateVersionSchema).insert(version);
}
