import { Injectable } from '@nestjs/common';
import { ArrayContains, type EntityManager, IsNull } from 'typeorm';
import {
  type LargeRows,
  listInParts,
  type ListedRange,
  type ListInParts,
} from '../database/list-in-parts.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { requireRoom } from '../database/partner-limit.js';
import { Conflict } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { EmailTemplate } from './domain/email-template.js';
import { EmailTemplateVersion, MAX_VERSIONS } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';
import { MAX_TEMPLATES_OF_SNIPPET } from './domain/email-snippet.js';
import { lockSnippets, requireSnippets } from './snippet-lock.sql.js';

/** The size of the view's members besides `name` and `data`. */
const OTHER_MEMBERS_BYTES = 256;

const TEMPLATES: LargeRows<EmailTemplate> = {
  schema: EmailTemplateSchema,
  table: 'email_template',
  // octet_length reads only the size of a value that PostgreSQL stores out of line.
  storedBytes: `octet_length(data) + coalesce(octet_length(resolved_data), 0) + ${OTHER_MEMBERS_BYTES}`,
  jsonBytes: `octet_length(to_json(data)::text) + octet_length(coalesce(to_json(name)::text, 'null')) + ${OTHER_MEMBERS_BYTES}`,
};

/** The stored email templates. Every method takes the partner first. */
@Injectable()
export class EmailTemplateRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly settings: Settings,
  ) {}

  /** A partner's present or deleted templates with ids greater than `afterId`, oldest first. */
  ofPartner(partnerId: number, range: ListedRange): Promise<ListInParts<EmailTemplate>> {
    return listInParts(this.database, partnerId, TEMPLATES, range);
  }

  /** Null if the partner has no such template or it is deleted. */
  find(partnerId: number, id: number): Promise<EmailTemplate | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailTemplateSchema, { where: { partnerId, id, deletedAt: IsNull() } }),
    );
  }

  /** A template, deleted or not; null if the partner has none with this id. */
  findAny(partnerId: number, id: number): Promise<EmailTemplate | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailTemplateSchema, { where: { partnerId, id } }),
    );
  }

  nextId(): Promise<number> {
    return this.database.nextId('email_template');
  }

  /** Stores a new template and its first version. @throws Conflict if the partner has as many templates as allowed */
  add(template: EmailTemplate): Promise<void> {
    return this.database.of(template.partnerId, async (rows) => {
      if (template.snippets.length > 0) await lockSnippets(rows, template.partnerId);
      await requireResolution(rows, template);
      await this.requireRoom(rows, template.partnerId);
      await rows.insert(EmailTemplateSchema, template);
      await keepVersion(rows, template);
    });
  }

  /**
   * Changes one template under a lock on its row. `change` takes the present state, deleted or not, and returns the
   * next one. If it returns the same object, nothing is written; if it throws, nothing changes. An edit is also stored
   * as a version.
   * @throws Conflict for a restoration if the partner has as many templates as allowed
   * @returns the next state; null if the partner has no such template
   */
  change(
    partnerId: number,
    id: number,
    change: (present: EmailTemplate) => EmailTemplate,
    { hasSnippets = false }: { readonly hasSnippets?: boolean } = {},
  ): Promise<EmailTemplate | null> {
    return this.database.of(partnerId, async (rows) => {
      if (hasSnippets) await lockSnippets(rows, partnerId);
      const present = await rows.findOne(EmailTemplateSchema, {
        where: { partnerId, id },
        lock: { mode: 'for_no_key_update' },
      });
      const next = present && change(present);
      if (hasSnippets && next !== null && !next.isDeleted) await requireResolution(rows, next);
      if (present?.isDeleted === true && next?.isDeleted === false) await this.requireRoom(rows, partnerId);
      if (next !== null && next !== present) await rows.update(EmailTemplateSchema, { partnerId, id }, next);
      if (next !== null && present !== null && next.edits(present)) await keepVersion(rows, next);
      return next;
    });
  }

  /** The templates that include a snippet and are not deleted, oldest first. */
  withSnippet(partnerId: number, snippetId: number): Promise<EmailTemplate[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(EmailTemplateSchema, {
        where: { partnerId, deletedAt: IsNull(), snippetIds: ArrayContains([snippetId]) },
        order: { id: 'ASC' },
      }),
    );
  }

  private requireRoom(rows: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxTemplatesPerPartner;
    return requireRoom(rows, partnerId, { table: 'email_template', most, things: 'email templates' });
  }
}

/** Makes sure that the snippets in a template have not changed, and that it may include them. */
async function requireResolution(
  rows: EntityManager,
  { partnerId, id, snippets }: EmailTemplate,
): Promise<void> {
  await requireSnippets(rows, partnerId, snippets);
  if (snippets.length === 0) return;
  const full = await rows.query<{ name: string }[]>(
    `SELECT s.name FROM email_snippet s
     WHERE s.partner_id = $1 AND s.id = ANY ($2) AND $4 <= (
       SELECT count(*) FROM email_template t
       WHERE t.partner_id = $1 AND t.id <> $3 AND t.deleted_at IS NULL AND s.id = ANY (t.snippet_ids))`,
    [partnerId, snippets.map((snippet) => snippet.id), id, MAX_TEMPLATES_OF_SNIPPET],
  );
  const [snippet] = full;
  if (snippet === undefined) return;
  const message = `${MAX_TEMPLATES_OF_SNIPPET} templates may include a snippet, and ${snippet.name} is in as many.`;
  throw new Conflict('limit_reached', message);
}

/** Stores the present state as a version, and removes the oldest version if there are too many. */
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
