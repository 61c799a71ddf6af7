import { Injectable } from '@nestjs/common';
import type { TemplateSource } from '../rendering/domain/template-source.js';
import { Clock } from '../shared/clock.js';
import { NotFound, PreconditionFailed, type Problem, Unprocessable } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { changedFields, type DraftSummary, EmailTemplateDraft } from './domain/email-template-draft.js';
import { sourceOf, type TemplateFields } from './domain/email-template.js';
import { EmailTemplateDraftRepository } from './email-template-draft.repository.js';
import { SnippetResolver } from './snippet-resolver.js';
import { EmailTemplateService, type SavedTemplate } from './email-template.service.js';

/** A saved draft and its number of warnings; null if it does not compile or needs data to be rendered. */
export interface SavedDraft {
  readonly draft: EmailTemplateDraft;
  readonly warnings: number | null;
}

/** Manages drafts of email templates. A draft need not compile, but only one that does is published. */
@Injectable()
export class EmailTemplateDraftService {
  constructor(
    private readonly drafts: EmailTemplateDraftRepository,
    private readonly templates: EmailTemplateService,
    private readonly snippets: SnippetResolver,
    private readonly clock: Clock,
  ) {}

  /**
   * Drafts of templates with ids greater than `afterId`, by ascending template id, without those of deleted templates.
   */
  list(
    partnerId: number,
    range: { readonly afterId: number; readonly limit: number },
  ): Promise<DraftSummary[]> {
    return this.drafts.ofPartner(partnerId, range);
  }

  /** @throws NotFound if the template has no draft or is deleted */
  async find(partnerId: number, templateId: number): Promise<EmailTemplateDraft> {
    return (await this.drafts.find(partnerId, templateId)) ?? noDraft(templateId);
  }

  /** True if a template, deleted or not, has a draft. */
  exists(partnerId: number, templateId: number): Promise<boolean> {
    return this.drafts.exists(partnerId, templateId);
  }

  /**
   * Changes the draft, or creates one from the template.
   * @throws NotFound, PreconditionFailed; InvalidInput for members that no template of the type can have
   */
  async save(
    partnerId: number,
    templateId: number,
    changes: Partial<TemplateFields>,
    ifMatch: string | null,
  ): Promise<SavedDraft> {
    for (;;) {
      const before = await this.drafts.find(partnerId, templateId);
      requireState(before, ifMatch);
      const base = before?.fields ?? (await this.templates.find(partnerId, templateId));
      const fields = changedFields(base, changes);
      const { errors, source } = await this.checked(partnerId, fields);
      const warnings = source === null ? null : await this.templates.countWarnings(partnerId, source);
      const id = before?.id ?? (await this.drafts.nextId());
      const now = this.clock.now();
      const next =
        before?.change(fields, errors, now) ??
        EmailTemplateDraft.create({ partnerId, templateId, id }, fields, errors, now);
      // Nothing is locked while the draft compiles. If it has changed in the meantime, the loop starts again.
      let isSaved = false;
      const isThere = await this.drafts.change(partnerId, templateId, (present) => {
        isSaved = present?.tag === before?.tag;
        return isSaved ? next : present;
      });
      if (!isThere) throw NotFound.of('email template', templateId);
      if (isSaved) return { draft: next, warnings };
    }
  }

  /** @throws NotFound, PreconditionFailed */
  async remove(partnerId: number, templateId: number, ifMatch: string | null): Promise<void> {
    const isThere = await this.drafts.change(partnerId, templateId, (present) => {
      if (present === null) return noDraft(templateId);
      requireMatch(ifMatch, present.tag);
      return null;
    });
    if (!isThere) noDraft(templateId);
  }

  /**
   * Publishes the draft as the next version of its template, and removes the draft.
   * @throws NotFound, PreconditionFailed; Unprocessable if it does not compile
   */
  async publish(partnerId: number, templateId: number, ifMatch: string | null): Promise<SavedTemplate> {
    const draft = await this.find(partnerId, templateId);
    requireMatch(ifMatch, draft.tag);
    const saved = await this.templates.update(partnerId, templateId, draft.fields, null);
    // A draft changed in the meantime stays, because not all of it was published.
    await this.drafts.change(partnerId, templateId, (present) =>
      present?.tag === draft.tag ? null : present,
    );
    return saved;
  }

  /** The errors that keep a draft from compiling with the present snippets or, without errors, its resolved text. */
  private async checked(
    partnerId: number,
    fields: TemplateFields,
  ): Promise<{ readonly errors: readonly Problem[]; readonly source: TemplateSource | null }> {
    try {
      const { source } = await this.snippets.check(partnerId, sourceOf(fields));
      return { errors: [], source };
    } catch (error) {
      if (error instanceof Unprocessable) return { errors: error.problems, source: null };
      throw error;
    }
  }
}

function requireState(present: EmailTemplateDraft | null, ifMatch: string | null): void {
  if (present !== null) requireMatch(ifMatch, present.tag);
  else if (ifMatch !== null) throw new PreconditionFailed();
}

function noDraft(templateId: number): never {
  throw NotFound.of('draft', templateId);
}
