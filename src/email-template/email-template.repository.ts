import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import {
  type LargeRows,
  listInParts,
  type ListedRange,
  type ListInParts,
} from '../database/list-in-parts.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { requireRoom } from '../database/partner-limit.js';
import { Settings } from '../shared/settings.js';
import { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateVersion, MAX_VERSIONS } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';

/** The members of the view besides `name` and `data`. */
const OTHER_MEMBERS_BYTES = 256;

const TEMPLATES: LargeRows<EmailTemplate> = {
  schema: EmailTemplateSchema,
  table: 'email_template',
  // Counted without reading what PostgreSQL stores apart.
  storedBytes: `octet_length(data) + ${OTHER_MEMBERS_BYTES}`,
  jsonBytes: `octet_length(to_json(data)::text) + octet_length(coalesce(to_json(name)::text, 'null')) + ${OTHER_MEMBERS_BYTES}`,
};

/** Email templates in the database. Every question names the partner first. */
@Injectable()
export class EmailTemplateRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly settings: Settings,
  ) {}

  /** Present ones, or deleted ones instead, with ids greater than `afterId`, oldest first. */
  ofPartner(partnerId: number, range: ListedRange): Promise<ListInParts<EmailTemplate>> {
    return listInParts(this.database, partnerId, TEMPLATES, range);
  }

  /** Null when the partner has no such template, or it is deleted. */
  find(partnerId: number, id: number): Promise<EmailTemplate | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailTemplateSchema, { where: { partnerId, id, deletedAt: IsNull() } }),
    );
  }

  nextId(): Promise<number> {
    return this.database.nextId('email_template');
  }

  /** Also keeps it as its own first version. @throws Conflict when the partner has as many as it may have */
  add(template: EmailTemplate): Promise<void> {
    return this.database.of(template.partnerId, async (rows) => {
      await this.requireRoom(rows, template.partnerId);
      await rows.insert(EmailTemplateSchema, template);
      await keepVersion(rows, template);
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
    return this.database.of(partnerId, async (rows) => {
      const present = await rows.findOne(EmailTemplateSchema, {
        where: { partnerId, id },
        lock: { mode: 'for_no_key_update' },
      });
      const next = present && change(present);
      if (present?.isDeleted === true && next?.isDeleted === false) await this.requireRoom(rows, partnerId);
      if (next !== null && next !== present) await rows.update(EmailTemplateSchema, { partnerId, id }, next);
      if (next !== null && present !== null && next.edits(present)) await keepVersion(rows, next);
      return next;
    });
  }

  private requireRoom(rows: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxTemplatesPerPartner;
    return requireRoom(rows, partnerId, { table: 'email_template', most, things: 'email templates' });
  }
}

/** Keeps what the template is now, and lets go of the oldest version where there are too many. */
async function keepVersion(rows: EntityManager, template: EmailTemplate): Promise<void> {
  const version = EmailTemplateVersion.of(template);
  await rows.insert(EmailTemplateVersionSchema, version);
  await rows.query(
    `DELETE FROM email_template_version
     WHERE partner_id = $1 AND template_id = $2 AND number <= (
       SELECT number FROM email_template_version WHERE partner_id = $1 AND template_id = $2
       ORDER BY number DESC OFFSET $3 LIMIT 1)`,
    [version.partnerId, version.templateId, MAX_VERSIONS],
  );
}
