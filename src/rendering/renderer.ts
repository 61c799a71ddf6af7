import { createRequire } from 'node:module';
import { DEFAULT_CACHE_BYTES, MAX_OUTPUT_BYTES } from './domain/render-limits.js';
import type { RenderReport } from './domain/render-report.js';
import {
  outputTooLarge,
  placed,
  RenderRefusal,
  type TemplateCheck,
  type TemplateFault,
} from './domain/template-fault.js';
import type { StagedSource } from './domain/template-source.js';
import { TextLines } from './domain/text-lines.js';
import type { UsedVariable } from './domain/used-variable.js';
import { costliestPart, templateParsers, templateTypes } from './formats/formats.js';
import type { MarkupCompiler, VariableBinder, VariableReference } from './formats/format.js';
import { type Rendered, StagedRenderer } from './staged/staged-renderer.js';
import { literalProgram, StagedTemplate } from './staged/staged-template.js';
import type { Structure } from './staged/structure.js';
import { StructureCache } from './staged/structure-cache.js';
import { lint } from './lint/lint.js';
import { isUnknown } from './lint/variable-rules.js';

/** What is more than this says nothing more. */
const MAX_FAULTS = 100;
/** Of the memory that is kept for later renders, what the templates themselves may take; the rest is for structures. */
const TEMPLATE_SHARE = 1 / 4;
const versionOf = createRequire(import.meta.url);
/** With another version of one of these, nothing that was made before counts. */
const ENGINES = ['handlebars', 'mjml', 'juice', 'html-to-text']
  .map((name) => (versionOf(`${name}/package.json`) as { readonly version: string }).version)
  .join(' ');

/**
 * Checks and renders templates where it is called: what a template can do in time and memory it does to the caller's
 * thread, so only render threads have one.
 */
export class Renderer {
  private constructor(
    private readonly compilers: ReadonlyMap<string, MarkupCompiler>,
    private readonly binders: ReadonlyMap<string, VariableBinder>,
    private readonly templates: StructureCache<StagedRenderer>,
    private readonly structures: StructureCache<Structure>,
  ) {}

  /** With every format loaded; keeps up to `cacheBytes` of what it has made for later renders. */
  static async load(cacheBytes: number = DEFAULT_CACHE_BYTES): Promise<Renderer> {
    const templates = new StructureCache<StagedRenderer>(cacheBytes * TEMPLATE_SHARE);
    const structures = new StructureCache<Structure>(cacheBytes * (1 - TEMPLATE_SHARE));
    return new Renderer(await loaded(templateTypes), await loaded(templateParsers), templates, structures);
  }

  /**
   * What keeps the template from compiling, in the order of its text; nothing when it does compile. If it does not, its
   * author is told what else to look at in the same go. `kind` is as for `report`.
   */
  async check(source: StagedSource, kind: string | null): Promise<TemplateCheck> {
    const lines = new TextLines(source.data);
    const binder = this.binderOf(source);
    const faults = binder?.check(source.data) ?? [];
    const outlines = () => binder?.outlines(source.data) ?? [source.data];
    const all = [...faults, ...(await this.compilerOf(source).check(outlines))];
    if (all.length === 0) return { faults: [], warnings: [] };
    const sorted = all.sort((one, other) => one.offset - other.offset);
    return {
      faults: sorted.slice(0, MAX_FAULTS).map((fault) => placed(fault, lines)),
      warnings: await this.warnings(source, kind, null),
    };
  }

  /** What a template that compiles takes from its data; nothing where nothing binds it. */
  variables(source: StagedSource): readonly UsedVariable[] {
    const references = this.binderOf(source)?.variables(source.data) ?? [];
    return gathered(references, new TextLines(source.data));
  }

  /**
   * The email that a template makes: variables first, markup second, as the markup is laid out for what is really there.
   * @throws RenderRefusal whose offset counts in the template
   */
  async render(source: StagedSource, variables: Readonly<Record<string, unknown>>): Promise<Rendered> {
    const rendered = await this.staged(source).render(variables);
    if (isTooLarge(rendered.html)) throw outputTooLarge(costliestPart(source));
    return rendered;
  }

  /**
   * Renders a template with these variables for its author, who is told what to look at. `kind` is the name of the email
   * kind that it is for, if that is known.
   * @throws RenderRefusal as `render` does
   */
  async report(
    source: StagedSource,
    variables: Readonly<Record<string, unknown>>,
    kind: string | null,
  ): Promise<RenderReport> {
    const { html, text } = await this.render(source, variables);
    const bytes = Buffer.byteLength(html);
    const references = this.binderOf(source)?.variables(source.data) ?? [];
    return {
      html,
      text,
      bytes,
      warnings: await this.warnings(source, kind, bytes),
      variables: {
        used: pathsOf(references),
        missing: pathsOf(references.filter(({ path }) => path.isMissingIn(variables))),
        unknown: pathsOf(references.filter((reference) => isUnknown(reference, kind))),
      },
    };
  }

  /** The HTML alone. @throws RenderRefusal */
  async html(source: StagedSource, variables: Readonly<Record<string, unknown>>): Promise<string> {
    const html = await this.staged(source).html(variables);
    if (isTooLarge(html)) throw outputTooLarge(costliestPart(source));
    return html;
  }

  /** How many bytes of memory is kept for later renders. */
  get keptBytes(): number {
    return this.templates.bytes + this.structures.bytes;
  }

  /** `bytes` is the size of what was rendered, if anything was. */
  private async warnings(
    source: StagedSource,
    kind: string | null,
    bytes: number | null,
  ): Promise<readonly TemplateFault[]> {
    const binder = this.binderOf(source);
    const shown = binder?.shown(source.data) ?? source.data;
    const references = binder?.variables(source.data) ?? [];
    const ofType = await this.compilerOf(source).warnings(shown);
    const lines = new TextLines(source.data);
    return lint({ source, shown, references, kind, ofType, bytes }).map((warning) => placed(warning, lines));
  }

  /** How many structures are kept. */
  get keptCount(): number {
    return this.structures.count;
  }

  private staged(source: StagedSource): StagedRenderer {
    const kept = this.templates.get(source.digest);
    if (kept !== undefined) return kept;
    const made = this.stage(source);
    this.templates.keep(source.digest, made);
    return made;
  }

  private stage(source: StagedSource): StagedRenderer {
    const { data } = source;
    const compiler = this.compilerOf(source);
    const binder = this.binderOf(source);
    const costliest = costliestPart(source);
    const rules = compiler.rules(data);
    const templateOf = (takesElements: boolean) =>
      new StagedTemplate(binder?.stage(data, rules, takesElements) ?? literalProgram(data), costliest);
    const html = templateOf(true);
    const compile = async (markup: string) => {
      try {
        return await compiler.compile(markup);
      } catch (error) {
        if (!(error instanceof RenderRefusal) || binder === null) throw error;
        // The offset counts in what the template became. What made it become that is the next best thing to point at.
        throw new RenderRefusal(error.reason, { ...error.fault, offset: costliest });
      }
    };
    const text = html.hasElements ? templateOf(false) : html;
    return new StagedRenderer(
      { digest: `${ENGINES} ${source.digest}`, html, text, rules, size: data.length, compile },
      this.structures,
    );
  }

  private compilerOf({ type }: Pick<StagedSource, 'type'>): MarkupCompiler {
    const compiler = this.compilers.get(type);
    if (compiler === undefined) throw new Error(`There is no template type ${type}.`);
    return compiler;
  }

  private binderOf({ parser }: Pick<StagedSource, 'parser'>): VariableBinder | null {
    if (parser === null) return null;
    const binder = this.binders.get(parser);
    if (binder === undefined) throw new Error(`There is no template parser ${parser}.`);
    return binder;
  }
}

function isTooLarge(html: string): boolean {
  return html.length > MAX_OUTPUT_BYTES / 3 && Buffer.byteLength(html) > MAX_OUTPUT_BYTES;
}

/** Each path once, in the order in which it is first used. */
function pathsOf(references: readonly VariableReference[]): readonly string[] {
  return [...new Set(references.map(({ path }) => path.toString()))];
}

/** The references by what they refer to, in the order in which each is first used. */
function gathered(references: readonly VariableReference[], lines: TextLines): readonly UsedVariable[] {
  const uses = new Map<string, UsedVariable['uses'][number][]>();
  for (const { path, as, offset } of references) {
    const name = path.toString();
    uses.set(name, [...(uses.get(name) ?? []), { ...lines.placeOf(offset), as }]);
  }
  return [...uses].map(([path, found]) => ({ path, uses: found }));
}

async function loaded<Engine>(
  formats: Readonly<Record<string, { load(): Promise<Engine> }>>,
): Promise<ReadonlyMap<string, Engine>> {
  const entries = Object.entries(formats).map(async ([name, format]) => [name, await format.load()] as const);
  return new Map(await Promise.all(entries));
}
