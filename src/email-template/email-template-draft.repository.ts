import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import type { DraftSummary, EmailTemplateDraft } from './domain/email-template-draft.js';
import { EmailTemplateDraftSchema } from './email-template-draft.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';

/** The stored drafts. Methods do not find drafts of deleted templates. */
@Injectable()
export class EmailTemplateDraftRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** A partner's drafts of templates with ids greater than `afterId`, by ascending template id. */
  ofPartner(
    partnerId: number,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<DraftSummary[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<DraftSummary[]>(
        `SELECT d.template_id AS "templateId", d.id, d.version, d.updated_at AS "updatedAt",
           json_array_length(d.errors) = 0 AS compiles
         FROM email_template_draft d
         JOIN email_template t ON t.partner_id = d.partner_id AND t.id = d.template_id
         WHERE d.partner_id = $1 AND d.template_id > $2 AND t.deleted_at IS NULL
         ORDER BY d.template_id LIMIT $3`,
        [partnerId, afterId, limit],
      ),
    );
  }

  find(partnerId: number, templateId: number): Promise<EmailTemplateDraft | null> {
    return this.database.of(partnerId, async (rows) => {
      if (!(await isPresent(rows, partnerId, templateId, false))) return null;
      return rows.findOne(EmailTemplateDraftSchema, { where: { partnerId, templateId } });
    });
  }

  exists(partnerId: number, templateId: number): Promise<boolean> {
    return this.database.of(partnerId, (rows) =>
      rows.exists(EmailTemplateDraftSchema, { where: { partnerId, templateId } }),
    );
  }

  nextId(): Promise<number> {
    return this.database.nextId('email_template_draft');
  }

  /**
   * Changes the draft of a template under a lock on the template. `change` takes the present draft, or null, and
   * returns the next one; null removes it. If it throws, nothing changes.
   * @returns false if the template is unknown or deleted
   */
  change(
    partnerId: number,
    templateId: number,
    change: (present: EmailTemplateDraft | null) => EmailTemplateDraft | null,
  ): Promise<boolean> {
    return this.database.of(partnerId, async (rows) => {
      if (!(await isPresent(rows, partnerId, templateId, true))) return false;
      const present = await rows.findOne(EmailTemplateDraftSchema, { where: { partnerId, templateId } });
      const next = change(present);
      if (next === present) return true;
      if (next === null) await rows.delete(EmailTemplateDraftSchema, { partnerId, templateId });
      else if (present === null) await rows.insert(EmailTemplateDraftSchema, next);
      else await rows.update(EmailTemplateDraftSchema, { partnerId, templateId }, next);
      return true;
    });
  }
}

async function isPresent(
  rows: EntityManager,
  partnerId: number,
  id: number,
  isLocked: boolean,
): Promise<boolean> {
  const template = await rows.findOne(EmailTemplateSchema, {
    select: { id: true, partnerId: true },
    where: { partnerId, id, deletedAt: IsNull() },
    ...(isLocked && { lock: { mode: 'for_no_key_update' } }),
  });
  return template !== null;
}
