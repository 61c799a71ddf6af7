import { Injectable } from '@nestjs/common';
import type { ListedRange, ListInParts } from '../database/list-in-parts.js';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound, Unprocessable } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import {
  EmailTemplate,
  type ResolvedSource,
  sourceOf,
  type TemplateFields,
} from './domain/email-template.js';
import { EmailTemplateVersion, type VersionSummary } from './domain/email-template-version.js';
import { EmailTemplateVersionRepository } from './email-template-version.repository.js';
import { EmailTemplateRepository } from './email-template.repository.js';
import { SnippetsChanged, untilUnchanged } from './domain/snippets-changed.js';
import { SnippetResolver } from './snippet-resolver.js';

/** A template as it was saved, and of how many things in it `validate` warns; null if that could not be found out. */
export interface SavedTemplate {
  readonly template: EmailTemplate;
  readonly warnings: number | null;
}

/** A source that compiles, and the text that it was resolved to. */
interface CompiledTemplate extends ResolvedSource {
  readonly written: TemplateSource;
}

/** The email templates of partners. What is stored compiles. */
@Injectable()
export class EmailTemplateService {
  constructor(
    private readonly templates: EmailTemplateRepository,
    private readonly formerTemplates: EmailTemplateVersionRepository,
    private readonly snippets: SnippetResolver,
    private readonly rendering: RenderingService,
    private readonly clock: Clock,
  ) {}

  /** The present ones, or the deleted ones instead, with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: ListedRange): Promise<ListInParts<EmailTemplate>> {
    return this.templates.ofPartner(partnerId, range);
  }

  /** @throws NotFound also when it is deleted, or another partner's. */
  async find(partnerId: number, id: number): Promise<EmailTemplate> {
    return (await this.templates.find(partnerId, id)) ?? notFound(id);
  }

  /** @throws Unprocessable when the template does not compile. */
  create(partnerId: number, fields: TemplateFields): Promise<SavedTemplate> {
    return untilUnchanged(async () => {
      const resolved = await this.snippets.check(partnerId, sourceOf(fields));
      const warnings = await this.countWarnings(partnerId, resolved.source);
      const id = await this.templates.nextId();
      const created = EmailTemplate.create({ id, partnerId }, fields, this.clock.now());
      const template = created.withResolution(resolved);
      await this.templates.add(template);
      return { template, warnings };
    });
  }

  /**
   * Takes over what is given.
   * @throws NotFound, PreconditionFailed; Unprocessable when the result does not compile
   */
  async update(
    partnerId: number,
    id: number,
    changes: Partial<TemplateFields>,
    ifMatch: string | null,
  ): Promise<SavedTemplate> {
    return untilUnchanged(async () => {
      const { written, source, snippets } = await this.find(partnerId, id);
      return this.edit(partnerId, id, changes, { ifMatch, compiled: { written, source, snippets } });
    });
  }

  /** The versions of the template with numbers greater than `afterNumber`, including the present one. @throws NotFound */
  async versions(
    partnerId: number,
    id: number,
    range: { readonly afterNumber: number; readonly limit: number },
  ): Promise<VersionSummary[]> {
    await this.find(partnerId, id);
    return this.formerTemplates.ofTemplate(partnerId, id, range);
  }

  /** That version of the template. @throws NotFound */
  async version(partnerId: number, id: number, number: number): Promise<EmailTemplateVersion> {
    await this.find(partnerId, id);
    const version = await this.formerTemplates.find(partnerId, id, number);
    if (version === null) throw NotFound.of('version', number);
    return version;
  }

  /**
   * Makes the template what it was in a version, which is a new version of it.
   * @throws NotFound, PreconditionFailed; Unprocessable when it no longer compiles
   */
  async restoreVersion(
    partnerId: number,
    id: number,
    number: number,
    ifMatch: string | null,
  ): Promise<SavedTemplate> {
    const { fields } = await this.version(partnerId, id, number);
    return untilUnchanged(() => this.edit(partnerId, id, fields, { ifMatch, compiled: null }));
  }

  /** @throws NotFound, PreconditionFailed */
  async delete(partnerId: number, id: number, ifMatch: string | null): Promise<void> {
    await this.change(partnerId, id, (present) => {
      requirePresence(present);
      requireMatch(ifMatch, present.tag);
      return present.delete(this.clock.now());
    });
  }

  /**
   * Undoes a deletion; a present template stays as it is. Its snippets are those of today.
   * @throws NotFound; Unprocessable when it no longer compiles with them
   */
  restore(partnerId: number, id: number): Promise<EmailTemplate> {
    return untilUnchanged(async () => {
      const before = await this.change(partnerId, id, (present) => present);
      const restore = (present: EmailTemplate) => present.restore(this.clock.now());
      if (!before.isDeleted || before.snippets.length === 0) return this.change(partnerId, id, restore);
      const resolved = await this.snippets.check(partnerId, before.written);
      const restoreResolved = (present: EmailTemplate) =>
        present.version === before.version ? restore(present).withResolution(resolved) : present;
      const after = await this.change(partnerId, id, restoreResolved, { hasSnippets: true });
      if (after.isDeleted) throw new SnippetsChanged();
      return after;
    });
  }

  /**
   * Compiling takes its time, so the row is not locked meanwhile: the change is written if it still comes to what was
   * compiled. If not, somebody else was faster, and it starts again from what they left. `compiled` is known to compile.
   */
  private async edit(
    partnerId: number,
    id: number,
    changes: Partial<TemplateFields>,
    { ifMatch, compiled }: { readonly ifMatch: string | null; readonly compiled: CompiledTemplate | null },
  ): Promise<SavedTemplate> {
    let known = compiled;
    let warnings: number | null = null;
    for (;;) {
      const before = await this.find(partnerId, id);
      requireMatch(ifMatch, before.tag);
      const { written } = before.change(changes, this.clock.now());
      if (known === null || !written.equals(known.written)) {
        known = { written, ...(await this.snippets.check(partnerId, written)) };
        warnings = await this.countWarnings(partnerId, known.source);
      } else warnings ??= await this.countWarnings(partnerId, known.source);
      const resolved = known;
      const hasSnippets = resolved.snippets.length > 0 || before.snippets.length > 0;
      const edited = (present: EmailTemplate) => {
        requirePresence(present);
        requireMatch(ifMatch, present.tag);
        const next = present.change(changes, this.clock.now());
        return next === present || !next.written.equals(written) ? present : next.withResolution(resolved);
      };
      const after = await this.change(partnerId, id, edited, { hasSnippets });
      if (after.written.equals(written)) return { template: after, warnings };
    }
  }

  /** As many as `validate` lists where no kind of email is named; null for a template that needs data to be rendered. */
  async countWarnings(partnerId: number, source: TemplateSource): Promise<number | null> {
    const year = this.clock.now().getUTCFullYear();
    try {
      const { warnings } = await this.rendering.report(partnerId, source, { year }, null);
      return warnings.length;
    } catch (error) {
      if (error instanceof Unprocessable) return null;
      throw error;
    }
  }

  private async change(
    partnerId: number,
    id: number,
    change: (present: EmailTemplate) => EmailTemplate,
    options: { readonly hasSnippets?: boolean } = {},
  ): Promise<EmailTemplate> {
    return (await this.templates.change(partnerId, id, change, options)) ?? notFound(id);
  }
}

function requirePresence({ id, isDeleted }: EmailTemplate): void {
  if (isDeleted) notFound(id);
}

function notFound(id: number): never {
  throw NotFound.of('email template', id);
}
