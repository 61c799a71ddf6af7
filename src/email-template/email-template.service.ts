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

/** A saved template and its number of warnings from `validate`; null if it needs data to be rendered. */
export interface SavedTemplate {
  readonly template: EmailTemplate;
  readonly warnings: number | null;
}

/** A source that compiles, and its resolved text. */
interface CompiledTemplate extends ResolvedSource {
  readonly written: TemplateSource;
}

/** Manages partners' email templates. Stores only those that compile. */
@Injectable()
export class EmailTemplateService {
  constructor(
    private readonly templates: EmailTemplateRepository,
    private readonly formerTemplates: EmailTemplateVersionRepository,
    private readonly snippets: SnippetResolver,
    private readonly rendering: RenderingService,
    private readonly clock: Clock,
  ) {}

  /** A partner's present or deleted templates with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: ListedRange): Promise<ListInParts<EmailTemplate>> {
    return this.templates.ofPartner(partnerId, range);
  }

  /** @throws NotFound if the template is unknown, deleted or another partner's */
  async find(partnerId: number, id: number): Promise<EmailTemplate> {
    return (await this.templates.find(partnerId, id)) ?? notFound(id);
  }

  /** @throws Unprocessable if the template does not compile */
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
   * Changes the given members.
   * @throws NotFound, PreconditionFailed; Unprocessable if the result does not compile
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

  /**
   * The versions of the template with numbers greater than `afterNumber`, including the present one.
   * @throws NotFound
   */
  async versions(
    partnerId: number,
    id: number,
    range: { readonly afterNumber: number; readonly limit: number },
  ): Promise<VersionSummary[]> {
    await this.find(partnerId, id);
    return this.formerTemplates.ofTemplate(partnerId, id, range);
  }

  /** @throws NotFound if the template is unknown or deleted or has no such version */
  async version(partnerId: number, id: number, number: number): Promise<EmailTemplateVersion> {
    await this.find(partnerId, id);
    const version = await this.formerTemplates.find(partnerId, id, number);
    if (version === null) throw NotFound.of('version', number);
    return version;
  }

  /**
   * Restores a version as the next version of the template.
   * @throws NotFound, PreconditionFailed; Unprocessable if it no longer compiles
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
   * Undoes a deletion, and includes the present snippets. Changes nothing if the template is not deleted.
   * @throws NotFound; Unprocessable if it no longer compiles with the present snippets
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
   * Changes a template. The row is not locked while the result compiles. If another request has changed the template in
   * the meantime, the change starts again from the new state. `compiled` is a source known to compile.
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

  /**
   * The number of warnings from `validate` without an email kind; null for a template that needs data to be rendered.
   */
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
