import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
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
import { EmailSnippet } from './domain/email-snippet.js';
import { EmailSnippetVersion } from './domain/email-snippet-version.js';
import type { EmailTemplate } from './domain/email-template.js';
import { MAX_VERSIONS } from './domain/email-template-version.js';
import { EmailSnippetVersionSchema } from './email-snippet-version.schema.js';
import { EmailSnippetSchema } from './email-snippet.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';
import { SnippetsChanged } from './domain/snippets-changed.js';
import { lockSnippets, requireSnippets } from './snippet-lock.sql.js';

/** The size of the view's members besides `data`. */
const OTHER_MEMBERS_BYTES = 512;

const SNIPPETS: LargeRows<EmailSnippet> = {
  schema: EmailSnippetSchema,
  table: 'email_snippet',
  storedBytes: `octet_length(data) + ${OTHER_MEMBERS_BYTES}`,
  jsonBytes: `octet_length(to_json(data)::text) + ${OTHER_MEMBERS_BYTES}`,
};

/** A snippet without its text. */
export interface SnippetOutline {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** The names of the snippets that this one includes directly. */
  readonly snippetNames: readonly string[];
}

/** The stored snippets. Every method takes the partner first. */
@Injectable()
export class EmailSnippetRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly settings: Settings,
  ) {}

  /** A partner's present or deleted snippets with ids greater than `afterId`, oldest first. */
  ofPartner(partnerId: number, range: ListedRange): Promise<ListInParts<EmailSnippet>> {
    return listInParts(this.database, partnerId, SNIPPETS, range);
  }

  /** Null if the partner has no such snippet or it is deleted. */
  find(partnerId: number, id: number): Promise<EmailSnippet | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailSnippetSchema, { where: { partnerId, id, deletedAt: IsNull() } }),
    );
  }

  /** All snippets of a partner that are not deleted. */
  outlines(partnerId: number): Promise<SnippetOutline[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<SnippetOutline[]>(
        `SELECT id, name, octet_length(data) AS bytes, snippet_names AS "snippetNames" FROM email_snippet
         WHERE partner_id = $1 AND deleted_at IS NULL ORDER BY id`,
        [partnerId],
      ),
    );
  }

  /** The snippets with these ids that are not deleted. */
  ofIds(partnerId: number, ids: readonly number[]): Promise<EmailSnippet[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(EmailSnippetSchema, { where: { partnerId, id: In([...ids]), deletedAt: IsNull() } }),
    );
  }

  nextId(): Promise<number> {
    return this.database.nextId('email_snippet');
  }

  /**
   * Stores a new snippet and its first version.
   * @throws Conflict if the name is taken or the partner has as many snippets as allowed; SnippetsChanged
   */
  add(snippet: EmailSnippet, includes: readonly EmailSnippet[]): Promise<void> {
    const { partnerId } = snippet;
    return this.database.of(partnerId, async (rows) => {
      await lockSnippets(rows, partnerId);
      await requireSnippets(rows, partnerId, includes);
      await this.requireRoom(rows, partnerId);
      await requireName(rows, snippet);
      await rows.insert(EmailSnippetSchema, snippet);
      await keepVersion(rows, snippet);
    });
  }

  /**
   * Changes one snippet, and the templates that include it, in one transaction. `change` takes the present state,
   * deleted or not, and returns the next one. If it returns the same object, nothing is written.
   * @throws Conflict if the name is taken, or for a restoration if the partner has as many snippets as allowed;
   * SnippetsChanged if the templates that include it are now others or have changed
   * @returns the next state; null if the partner has no such snippet
   */
  change(
    partnerId: number,
    id: number,
    change: (present: EmailSnippet) => EmailSnippet,
    { templates, includes }: { templates: readonly EmailTemplate[]; includes: readonly EmailSnippet[] },
  ): Promise<EmailSnippet | null> {
    return this.database.of(partnerId, async (rows) => {
      await lockSnippets(rows, partnerId);
      const present = await rows.findOne(EmailSnippetSchema, {
        where: { partnerId, id },
        lock: { mode: 'for_no_key_update' },
      });
      const next = present && change(present);
      if (present === null || next === null || next === present) return next;
      if (present.isDeleted && !next.isDeleted) await this.requireRoom(rows, partnerId);
      if (!next.isDeleted) await requireName(rows, next);
      await requireSnippets(rows, partnerId, includes);
      await requireSnippets(rows, partnerId, othersIn(templates, id));
      await requireUsers(rows, present, templates);
      await rows.update(EmailSnippetSchema, { partnerId, id }, next);
      if (next.edits(present)) await keepVersion(rows, next);
      for (const { id: templateId, resolvedData, resolution, snippetIds } of templates) {
        const resolved = { resolvedData, resolution, snippetIds };
        await rows.update(EmailTemplateSchema, { partnerId, id: templateId }, resolved);
      }
      return next;
    });
  }

  private requireRoom(rows: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxSnippetsPerPartner;
    return requireRoom(rows, partnerId, { table: 'email_snippet', most, things: 'snippets' });
  }
}

function othersIn(templates: readonly EmailTemplate[], id: number) {
  return templates.flatMap(({ snippets }) => snippets.filter((snippet) => snippet.id !== id));
}

/** Makes sure that exactly these templates, at these versions, include the snippet. @throws SnippetsChanged */
async function requireUsers(
  rows: EntityManager,
  { partnerId, id }: EmailSnippet,
  templates: readonly EmailTemplate[],
): Promise<void> {
  const found = await rows.query<{ id: number; version: number }[]>(
    `SELECT id, version FROM email_template
     WHERE partner_id = $1 AND deleted_at IS NULL AND $2 = ANY (snippet_ids) ORDER BY id FOR NO KEY UPDATE`,
    [partnerId, id],
  );
  const known = new Map(templates.map((template) => [template.id, template.version]));
  const isSame = found.length === known.size && found.every((row) => known.get(row.id) === row.version);
  if (!isSame) throw new SnippetsChanged();
}

async function requireName(rows: EntityManager, { partnerId, id, name }: EmailSnippet): Promise<void> {
  const other = await rows.findOne(EmailSnippetSchema, {
    select: { id: true, partnerId: true },
    where: { partnerId, name, deletedAt: IsNull() },
  });
  if (other === null || other.id === id) return;
  throw new Conflict('name_taken', `Snippet ${other.id} is already called ${name}.`);
}

/** Stores the present state as a version, and removes the oldest version if there are too many. */
async function keepVersion(rows: EntityManager, snippet: EmailSnippet): Promise<void> {
  const version = EmailSnippetVersion.of(snippet);
  await rows.insert(EmailSnippetVersionSchema, version);
  await rows.query(
    `DELETE FROM email_snippet_version
     WHERE partner_id = $1 AND snippet_id = $2 AND number <= (
       SELECT number FROM email_snippet_version WHERE partner_id = $1 AND snippet_id = $2
       ORDER BY number DESC OFFSET $3 LIMIT 1)`,
    [version.partnerId, version.snippetId, MAX_VERSIONS],
  );
}
