import { Injectable } from '@nestjs/common';
import type { ListedRange, ListInParts } from '../database/list-in-parts.js';
import { describedFault, inOrder } from '../rendering/domain/original-places.js';
import type { TemplateFault } from '../rendering/domain/template-fault.js';
import { TemplateSource } from '../rendering/domain/template-source.js';
import { RenderingService } from '../rendering/rendering.service.js';
import { Clock } from '../shared/clock.js';
import { NotFound, Unprocessable } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { EmailSnippet, type SnippetFields } from './domain/email-snippet.js';
import type { EmailSnippetVersion, SnippetVersionSummary } from './domain/email-snippet-version.js';
import { EmailSnippetRepository } from './email-snippet.repository.js';
import { EmailSnippetVersionRepository } from './email-snippet-version.repository.js';
import { SnippetsChanged, untilUnchanged } from './domain/snippets-changed.js';
import { SNIPPET_PARSER, SnippetResolver } from './snippet-resolver.js';
import { SnippetUseService } from './snippet-use.service.js';

const UNUSED = { templates: [] } as const;

/** A saved snippet and its warnings. */
export interface SavedSnippet {
  readonly snippet: EmailSnippet;
  /** The number of warnings about its text and the texts of the snippets in it. */
  readonly warnings: number;
}

interface SnippetCheck {
  readonly faults: readonly TemplateFault[];
  readonly warnings: number;
  readonly includes: readonly EmailSnippet[];
}

/** Manages partners' snippets. Makes sure that every template that includes a snippet compiles with it. */
@Injectable()
export class EmailSnippetService {
  constructor(
    private readonly snippets: EmailSnippetRepository,
    private readonly formerSnippets: EmailSnippetVersionRepository,
    private readonly resolver: SnippetResolver,
    private readonly uses: SnippetUseService,
    private readonly rendering: RenderingService,
    private readonly clock: Clock,
  ) {}

  /** A partner's present or deleted snippets with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: ListedRange): Promise<ListInParts<EmailSnippet>> {
    return this.snippets.ofPartner(partnerId, range);
  }

  /** @throws NotFound if the snippet is unknown, deleted or another partner's */
  async find(partnerId: number, id: number): Promise<EmailSnippet> {
    return (await this.snippets.find(partnerId, id)) ?? notFound(id);
  }

  /** @throws Unprocessable `snippet_invalid`; Conflict if the name is taken or the partner has too many snippets */
  create(partnerId: number, fields: SnippetFields): Promise<SavedSnippet> {
    return untilUnchanged(async () => {
      const id = await this.snippets.nextId();
      const created = EmailSnippet.create({ id, partnerId }, fields, this.clock.now());
      const snippet = created.including(this.resolver.namesIn(fields.data));
      const { includes, warnings } = await this.check(snippet);
      await this.snippets.add(snippet, includes);
      return { snippet, warnings };
    });
  }

  /**
   * Changes the given members. Templates that include the snippet get its new text at once.
   * @throws NotFound, PreconditionFailed; Conflict if the name is taken; Unprocessable `snippet_invalid`, or
   * `templates_would_break` with the templates and snippets that would not compile
   */
  update(
    partnerId: number,
    id: number,
    changes: Partial<SnippetFields>,
    ifMatch: string | null,
  ): Promise<SavedSnippet> {
    return untilUnchanged(async () => {
      const before = await this.find(partnerId, id);
      requireMatch(ifMatch, before.tag);
      const now = this.clock.now();
      const changed = before.change(changes, now);
      if (changed === before) return { snippet: before, warnings: (await this.examine(before)).warnings };
      const after = changed.including(this.resolver.namesIn(changed.data));
      const { includes, warnings } = await this.check(after);
      const templates = await this.uses.resolved(before, after);
      const snippet = await this.change(
        partnerId,
        id,
        (present) => {
          if (present.isDeleted) notFound(id);
          requireMatch(ifMatch, present.tag);
          return present.version === before.version ? after : outdated();
        },
        { templates, includes },
      );
      return { snippet, warnings };
    });
  }

  /**
   * The versions of the snippet with numbers greater than `afterNumber`, including the present one.
   * @throws NotFound
   */
  async versions(
    partnerId: number,
    id: number,
    range: { readonly afterNumber: number; readonly limit: number },
  ): Promise<SnippetVersionSummary[]> {
    await this.find(partnerId, id);
    return this.formerSnippets.ofSnippet(partnerId, id, range);
  }

  /** @throws NotFound if the snippet is unknown or deleted or has no such version */
  async version(partnerId: number, id: number, number: number): Promise<EmailSnippetVersion> {
    await this.find(partnerId, id);
    return (await this.formerSnippets.find(partnerId, id, number)) ?? notFound(id);
  }

  /** Restores a version as the next version of the snippet. @throws like `update` */
  async restoreVersion(
    partnerId: number,
    id: number,
    number: number,
    ifMatch: string | null,
  ): Promise<SavedSnippet> {
    const { fields } = await this.version(partnerId, id, number);
    return this.update(partnerId, id, fields, ifMatch);
  }

  /** @throws NotFound, PreconditionFailed; Conflict `snippet_in_use` with the templates and snippets that include it */
  async delete(partnerId: number, id: number, ifMatch: string | null): Promise<void> {
    await untilUnchanged(async () => {
      const before = await this.find(partnerId, id);
      requireMatch(ifMatch, before.tag);
      await this.uses.requireNone(before);
      const deleted = before.delete(this.clock.now());
      await this.change(
        partnerId,
        id,
        (present) => {
          if (present.isDeleted) notFound(id);
          requireMatch(ifMatch, present.tag);
          return present.version === before.version ? deleted : outdated();
        },
        { ...UNUSED, includes: [] },
      );
    });
  }

  /**
   * Undoes a deletion. Changes nothing if the snippet is not deleted.
   * @throws NotFound; Conflict if the name is taken or the partner has too many snippets; Unprocessable if the snippet
   * no longer compiles
   */
  restore(partnerId: number, id: number): Promise<EmailSnippet> {
    return untilUnchanged(async () => {
      const none = { ...UNUSED, includes: [] };
      const before = await this.change(partnerId, id, (present) => present, none);
      const after = before.restore(this.clock.now());
      if (after === before) return before;
      const { includes } = await this.check(after);
      const restore = (present: EmailSnippet) => (present.version === before.version ? after : outdated());
      return this.change(partnerId, id, restore, { ...UNUSED, includes });
    });
  }

  /** Makes sure that a snippet can be included at any place of a template. @throws Unprocessable `snippet_invalid` */
  private async check(snippet: EmailSnippet): Promise<SnippetCheck> {
    const check = await this.examine(snippet);
    if (check.faults.length === 0) return check;
    throw new Unprocessable(
      'snippet_invalid',
      'The snippet does not compile; errors lists what is wrong with it.',
      inOrder(check.faults).map((fault) => ({ pointer: '/data', ...fault })),
    );
  }

  private async examine(snippet: EmailSnippet): Promise<SnippetCheck> {
    const { partnerId, name, type, data } = snippet;
    const written = new TemplateSource(type, SNIPPET_PARSER, data);
    const { source, includes, isExpanded, ...resolution } = await this.resolver.resolve(partnerId, written, {
      replaced: snippet,
      name,
    });
    const faults = resolution.faults.map(describedFault);
    if (!isExpanded) return { faults, warnings: 0, includes };
    const part = await this.rendering.examinePart(partnerId, source);
    return { faults: [...faults, ...part.faults], warnings: part.warnings.length, includes };
  }

  private async change(
    partnerId: number,
    id: number,
    change: (present: EmailSnippet) => EmailSnippet,
    use: Parameters<EmailSnippetRepository['change']>[3],
  ): Promise<EmailSnippet> {
    return (await this.snippets.change(partnerId, id, change, use)) ?? notFound(id);
  }
}

function outdated(): never {
  throw new SnippetsChanged();
}

function notFound(id: number): never {
  throw NotFound.of('snippet', id);
}
