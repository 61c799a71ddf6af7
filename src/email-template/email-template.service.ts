import { Injectable } from '@nestjs/common';
import type { ListedRange, ListInParts } from '../database/list-in-parts.js';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound, Unprocessable } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { EmailTemplate, sourceOf, type TemplateFields } from './domain/email-template.js';
import { EmailTemplateVersion, type VersionSummary } from './domain/email-template-version.js';
import { EmailTemplateVersionRepository } from './email-template-version.repository.js';
import { EmailTemplateRepository } from './email-template.repository.js';

/** A template as it was saved, and of how many things in it `validate` warns; null if that could not be found out. */
export interface SavedTemplate {
  readonly template: EmailTemplate;
  readonly warnings: number | null;
}

/** The email templates of partners. What is stored compiles. */
@Injectable()
export class EmailTemplateService {
  constructor(
    private readonly templates: EmailTemplateRepository,
    private readonly formerTemplates: EmailTemplateVersionRepository,
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
  async create(partnerId: number, fields: TemplateFields): Promise<SavedTemplate> {
    const source = sourceOf(fields);
    await this.rendering.check(partnerId, source);
    const warnings = await this.countWarnings(partnerId, source);
    const id = await this.templates.nextId();
    const template = EmailTemplate.create({ id, partnerId }, fields, this.clock.now());
    await this.templates.add(template);
    return { template, warnings };
  }

  /**
   * Takes over what is given.
   * @throws NotFound, PreconditionFailed; Unprocessable when the result does not compile
   */
  async update(
    partnerId: number,
    id: number,
    wishes: Partial<TemplateFields>,
    ifMatch: string | null,
  ): Promise<SavedTemplate> {
    const { source } = await this.find(partnerId, id);
    return this.edit(partnerId, id, wishes, { ifMatch, compiled: source });
  }

  /** What the template has been, up to what it is, with numbers greater than `afterNumber`. @throws NotFound */
  async versions(
    partnerId: number,
    id: number,
    range: { readonly afterNumber: number; readonly limit: number },
  ): Promise<VersionSummary[]> {
    await this.find(partnerId, id);
    return this.formerTemplates.ofTemplate(partnerId, id, range);
  }

  /** What the template was then. @throws NotFound */
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
    return this.edit(partnerId, id, fields, { ifMatch, compiled: null });
  }

  /** @throws NotFound, PreconditionFailed */
  async delete(partnerId: number, id: number, ifMatch: string | null): Promise<void> {
    await this.change(partnerId, id, (present) => {
      requirePresence(present);
      requireMatch(ifMatch, present.tag);
      return present.delete(this.clock.now());
    });
  }

  /** Undoes a deletion; a present template stays as it is. @throws NotFound */
  restore(partnerId: number, id: number): Promise<EmailTemplate> {
    return this.change(partnerId, id, (present) => present.restore(this.clock.now()));
  }

  /**
   * Compiling takes its time, so the row is not locked meanwhile: the change is written if it still comes to what was
   * compiled. If not, somebody else was faster, and it starts again from what they left. `compiled` is known to compile.
   */
  private async edit(
    partnerId: number,
    id: number,
    wishes: Partial<TemplateFields>,
    { ifMatch, compiled }: { readonly ifMatch: string | null; readonly compiled: TemplateSource | null },
  ): Promise<SavedTemplate> {
    let known = compiled;
    let warnings: number | null = null;
    for (;;) {
      const before = await this.find(partnerId, id);
      requireMatch(ifMatch, before.tag);
      const { source } = before.change(wishes, this.clock.now());
      if (known === null || !source.equals(known)) {
        await this.rendering.check(partnerId, source);
        warnings = await this.countWarnings(partnerId, source);
      } else warnings ??= await this.countWarnings(partnerId, source);
      known = source;
      const after = await this.change(partnerId, id, (present) => {
        requirePresence(present);
        requireMatch(ifMatch, present.tag);
        const next = present.change(wishes, this.clock.now());
        return next.source.equals(source) ? next : present;
      });
      if (after.source.equals(source)) return { template: after, warnings };
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
  ): Promise<EmailTemplate> {
    return (await this.templates.change(partnerId, id, change)) ?? notFound(id);
  }
}

function requirePresence({ id, isDeleted }: EmailTemplate): void {
  if (isDeleted) notFound(id);
}

function notFound(id: number): never {
  throw NotFound.of('email template', id);
}
