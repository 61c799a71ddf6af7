import { Injectable } from '@nestjs/common';
import { describedFault, inOrder } from '../rendering/domain/original-places.js';
import { type ExpandedTemplate, MAX_SNIPPET_DEPTH, type SnippetFault } from '../rendering/domain/snippet.js';
import { SourceMap } from '../rendering/domain/source-map.js';
import type { TemplateCheck } from '../rendering/domain/template-fault.js';
import { MAX_TEMPLATE_BYTES, TemplateSource } from '../rendering/domain/template-source.js';
import { templateParsers } from '../rendering/formats/formats.js';
import { templateInvalid } from '../rendering/domain/template-invalid.js';
import { RenderingService } from '../rendering/rendering.service.js';
import type { EmailSnippet } from './domain/email-snippet.js';
import type { ResolvedSource } from './domain/email-template.js';
import { EmailSnippetRepository } from './email-snippet.repository.js';

export const SNIPPET_PARSER = 'hbs';

/** A partner's text with the texts of its snippets included, except for those with faults. */
export interface Resolution extends ResolvedSource {
  /** The faults that keep snippets from being included. */
  readonly faults: readonly SnippetFault[];
  /** False if mistakes in the text itself prevent the inclusion of snippets. */
  readonly isExpanded: boolean;
  readonly includes: readonly EmailSnippet[];
}

/** Includes the texts of a partner's snippets in templates and snippets at each save. */
@Injectable()
export class SnippetResolver {
  constructor(
    private readonly snippets: EmailSnippetRepository,
    private readonly rendering: RenderingService,
  ) {}

  /**
   * The template with its snippets' texts, if the result compiles.
   * @throws Unprocessable `template_invalid` with all mistakes in the template and its snippets
   */
  async check(
    partnerId: number,
    written: TemplateSource,
    kind: string | null = null,
  ): Promise<ResolvedSource> {
    const resolution = await this.resolve(partnerId, written);
    const check = await this.examine(partnerId, resolution, kind);
    if (check.faults.length > 0) throw templateInvalid(check);
    return resolution;
  }

  /** `replaced` takes the place of the stored snippet with its id. `name` is given if the text is that of a snippet. */
  async resolve(
    partnerId: number,
    written: TemplateSource,
    { replaced = null, name = null }: { replaced?: EmailSnippet | null; name?: string | null } = {},
  ): Promise<Resolution> {
    const { type, parser, data, inlineStyles } = written;
    const syntax = parser === null ? undefined : templateParsers[parser]?.snippets;
    if (syntax === undefined || !syntax.isUsedIn(data)) return unchanged(written);
    const libraryFor = await this.libraryFor(partnerId, syntax.namesIn(data), replaced);
    const expanded = syntax.expand({ name, type, data }, libraryFor);
    const includes = expanded.used.flatMap((used) => libraryFor.snippets.get(used) ?? []);
    const origins = new SourceMap(expanded.segments);
    return {
      source: new TemplateSource(type, parser, expanded.data, inlineStyles, origins),
      snippets: includes.map(({ id, version }) => ({ id, version })),
      faults: expanded.faults,
      isExpanded: isExpanded(expanded),
      includes,
    };
  }

  /** The names of the snippets that a snippet's text includes directly. */
  namesIn(data: string): readonly string[] {
    return templateParsers[SNIPPET_PARSER]?.snippets?.namesIn(data) ?? [];
  }

  /** The mistakes found by the resolution and by the check of its result. */
  private async examine(
    partnerId: number,
    resolution: Resolution,
    kind: string | null,
  ): Promise<TemplateCheck> {
    const { source, isExpanded } = resolution;
    const ofSnippets = resolution.faults.map(describedFault);
    if (!isExpanded) return { faults: ofSnippets, warnings: [] };
    const { faults, warnings } = await this.rendering.examine(partnerId, source, kind);
    return { faults: inOrder([...ofSnippets, ...faults]), warnings };
  }

  /** The snippets that a text may need, as many as fit into one template. */
  private async libraryFor(partnerId: number, names: readonly string[], replaced: EmailSnippet | null) {
    const stored = (await this.snippets.outlines(partnerId)).filter(({ id }) => id !== replaced?.id);
    const known = new Map(stored.map((outline) => [outline.name, outline]));
    const needed = new Set<number>();
    let bytes = 0;
    let waiting = [...names];
    for (let depth = 0; depth <= MAX_SNIPPET_DEPTH && waiting.length > 0; depth += 1) {
      const inner: string[] = [];
      for (const name of waiting) {
        if (name === replaced?.name) inner.push(...replaced.snippetNames);
        const outline = known.get(name);
        if (outline === undefined || needed.has(outline.id) || bytes > MAX_TEMPLATE_BYTES) continue;
        bytes += outline.bytes;
        needed.add(outline.id);
        inner.push(...outline.snippetNames);
      }
      waiting = [...new Set(inner)];
    }
    const found = needed.size === 0 ? [] : await this.snippets.ofIds(partnerId, [...needed]);
    const all = replaced === null ? found : [...found, replaced];
    return {
      snippets: new Map(all.map((snippet) => [snippet.name, snippet])),
      names: [...known.keys(), ...(replaced === null ? [] : [replaced.name])],
    };
  }
}

function unchanged(source: TemplateSource): Resolution {
  return { source, snippets: [], faults: [], isExpanded: true, includes: [] };
}

function isExpanded({ segments, faults }: ExpandedTemplate): boolean {
  return segments.length > 0 || faults.length === 0;
}
