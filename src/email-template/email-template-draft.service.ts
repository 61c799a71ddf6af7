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

/** A draft as it was saved, and its number of warnings; null if it does not compile or needs data to be rendered. */
export interface SavedDraft {
  readonly draft: EmailTemplateDraft;
  readonly warnings: number | null;
}

/** Drafts of email templates. A draft may not compile; only what compiles is published. */
@Injectable()
export class EmailTemplateDraftService {
  constructor(
    private readonly drafts: EmailTemplateDraftRepository,
    private readonly templates: EmailTemplateService,
    private readonly snippets: SnippetResolver,
    private readonly clock: Clock,
  ) {}

  /** Those of templates with ids greater than `afterId`, by ascending id of their template; deleted templates' are not listed. */
  list(
    partnerId: number,
    range: { readonly afterId: number; readonly limit: number },
  ): Promise<DraftSummary[]> {
    return this.drafts.ofPartner(partnerId, range);
  }

  /** @throws NotFound when the template has no draft, or is deleted */
  async find(partnerId: number, templateId: number): Promise<EmailTemplateDraft> {
    return (await this.drafts.find(partnerId, templateId)) ?? noDraft(templateId);
  }

  /** Whether a template has a draft; that of a deleted one counts. */
  exists(partnerId: number, templateId: number): Promise<boolean> {
    return this.drafts.exists(partnerId, templateId);
  }

  /**
   * Changes the draft, or begins one from the template.
   * @throws NotFound, PreconditionFailed; InvalidInput for what no template of its type can have
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
      // Compiling takes time, so nothing is locked meanwhile: if the draft has changed, this starts again.
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
   * Makes the draft the template, as a new version, and removes it.
   * @throws NotFound, PreconditionFailed; Unprocessable when it does not compile
   */
  async publish(partnerId: number, templateId: number, ifMatch: string | null): Promise<SavedTemplate> {
    const draft = await this.find(partnerId, templateId);
    requireMatch(ifMatch, draft.tag);
    const saved = await this.templates.update(partnerId, templateId, draft.fields, null);
    // A draft that was changed meanwhile stays: it has more than was published.
    await this.drafts.change(partnerId, templateId, (present) =>
      present?.tag === draft.tag ? null : present,
    );
    return saved;
  }

  /** The mistakes that keep a draft from compiling with the present snippets, or else its resolved text. */
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
