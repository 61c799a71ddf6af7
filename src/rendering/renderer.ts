import { createRequire } from 'node:module';
import { DEFAULT_CACHE_BYTES, DEFAULT_RENDER_LIMITS, type RenderLimits } from './domain/render-limits.js';
import type { RenderReport } from './domain/render-report.js';
import {
  outputTooLarge,
  placed,
  RenderRefusal,
  type SourceFault,
  type TemplateCheck,
  type TemplateFault,
} from './domain/template-fault.js';
import type { StagedSource } from './domain/template-source.js';
import { TextLines } from './domain/text-lines.js';
import type { UsedVariable } from './domain/used-variable.js';
import { costliestPart, templateParsers, templateTypes } from './formats/formats.js';
import type { MarkupCompiler, ShownTemplate, VariableBinder, VariableReference } from './formats/format.js';
import { lint } from './lint/lint.js';
import { isUnknown } from './lint/variable-rules.js';
import { type Rendered, StagedRenderer } from './staged/staged-renderer.js';
import { literalProgram, StagedTemplate } from './staged/staged-template.js';
import type { Structure } from './staged/structure.js';
import { StructureCache } from './staged/structure-cache.js';

/** What is more than this says nothing more. */
const MAX_FAULTS = 100;
/** Of the memory that is kept for later renders, what the templates themselves may take; the rest is for structures. */
const TEMPLATE_SHARE = 1 / 4;
const versionOf = createRequire(import.meta.url);
/** With another version of one of these, nothing that was made before counts. */
const ENGINES = ['handlebars', 'mjml', 'juice', 'html-to-text']
  .map((name) => (versionOf(`${name}/package.json`) as { readonly version: string }).version)
  .join(' ');

type Variables = Readonly<Record<string, unknown>>;

/**
 * Checks and renders templates where it is called: what a template can do in time and memory it does to the caller's
 * thread, so only render threads have one.
 */
export class Renderer {
  private readonly templates: StructureCache<StagedRenderer>;
  private readonly structures: StructureCache<Structure>;

  private constructor(
    private readonly compilers: ReadonlyMap<string, MarkupCompiler>,
    private readonly binders: ReadonlyMap<string, VariableBinder>,
    private readonly limits: RenderLimits,
    cacheBytes: number,
  ) {
    this.templates = new StructureCache(cacheBytes * TEMPLATE_SHARE);
    this.structures = new StructureCache(cacheBytes * (1 - TEMPLATE_SHARE));
  }

  /** With every format loaded; keeps up to `cacheBytes` of what it has made for later renders. */
  static async load({
    limits = DEFAULT_RENDER_LIMITS,
    cacheBytes = DEFAULT_CACHE_BYTES,
  }: {
    readonly limits?: RenderLimits;
    readonly cacheBytes?: number;
  } = {}): Promise<Renderer> {
    const compilers = await loaded(templateTypes, limits);
    return new Renderer(compilers, await loaded(templateParsers, limits), limits, cacheBytes);
  }

  /**
   * What keeps the template from compiling, in the order of its text; nothing when it does compile. If it does not, its
   * author is told what else to look at in the same go. `kind` is as for `report`.
   */
  async check(source: StagedSource, kind: string | null): Promise<TemplateCheck> {
    const { data } = source;
    const binder = this.binderOf(source);
    const ofType = await this.compilerOf(source).check(() => this.outlinesOf(source));
    const faults = [...(binder?.check(data) ?? []), ...ofType];
    if (faults.length === 0) return { faults: [], warnings: [] };
    faults.sort((one, other) => one.offset - other.offset);
    const references = this.referencesIn(source);
    const warnings = await this.warnings(source, { kind, references, bytes: null, outlines: () => [] });
    return { faults: placedIn(data, faults.slice(0, MAX_FAULTS)), warnings: placedIn(data, warnings) };
  }

  /** What a template that compiles takes from its data; nothing where nothing binds it. */
  variables(source: StagedSource): readonly UsedVariable[] {
    return gathered(this.referencesIn(source), new TextLines(source.data));
  }

  /**
   * The email that a template makes: variables first, markup second, as the markup is laid out for what is really there.
   * @throws RenderRefusal whose offset counts in the template
   */
  async render(source: StagedSource, variables: Variables): Promise<Rendered> {
    const rendered = await this.staged(source).render(variables);
    this.requireSize(source, rendered.html);
    return rendered;
  }

  /** The HTML alone. @throws RenderRefusal */
  async html(source: StagedSource, variables: Variables): Promise<string> {
    const html = await this.staged(source).html(variables);
    this.requireSize(source, html);
    return html;
  }

  /**
   * Renders a template with these variables for its author, who is told what to look at. `kind` is the name of the email
   * kind that it is for, if that is known.
   * @throws RenderRefusal as `render` does
   */
  async report(source: StagedSource, variables: Variables, kind: string | null): Promise<RenderReport> {
    const { html, text } = await this.render(source, variables);
    const bytes = Buffer.byteLength(html);
    const references = this.referencesIn(source);
    const outlines = () => this.outlinesOf(source);
    const warnings = await this.warnings(source, { kind, references, bytes, outlines });
    return {
      html,
      text,
      bytes,
      warnings: placedIn(source.data, warnings),
      variables: {
        used: pathsOf(references),
        missing: pathsOf(references.filter(({ path }) => path.isMissingIn(variables))),
        unknown: pathsOf(references.filter((reference) => isUnknown(reference, kind))),
      },
    };
  }

  /** How many bytes of memory is kept for later renders. */
  get keptBytes(): number {
    return this.templates.bytes + this.structures.bytes;
  }

  /** How many structures are kept. */
  get keptCount(): number {
    return this.structures.count;
  }

  /** `bytes` is the size of what was rendered, if anything was. */
  private async warnings(
    source: StagedSource,
    {
      outlines,
      ...known
    }: Pick<ShownTemplate, 'outlines'> & {
      readonly kind: string | null;
      readonly references: readonly VariableReference[];
      readonly bytes: number | null;
    },
  ): Promise<readonly SourceFault[]> {
    const shown = this.binderOf(source)?.shown(source.data) ?? source.data;
    const rawValues = known.references.flatMap(({ as, offset }) => (as === 'html' ? [offset] : []));
    const ofType = await this.compilerOf(source).warnings({ shown, outlines, rawValues });
    return lint({ source, shown, ofType, ...known });
  }

  private outlinesOf(source: StagedSource): readonly string[] {
    return this.binderOf(source)?.outlines(source.data) ?? [source.data];
  }

  private referencesIn(source: StagedSource): readonly VariableReference[] {
    return this.binderOf(source)?.variables(source.data) ?? [];
  }

  private requireSize(source: StagedSource, html: string): void {
    const { outputBytes } = this.limits;
    // No character takes more than three bytes for each of its units.
    if (html.length <= outputBytes / 3 || Buffer.byteLength(html) <= outputBytes) return;
    throw outputTooLarge(costliestPart(source), outputBytes);
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
    const templateOf = (takesElements: boolean) => {
      const program = binder?.stage(data, rules, takesElements) ?? literalProgram(data);
      return new StagedTemplate(program, { length: this.limits.outputBytes, costliest });
    };
    const compile = async (markup: string) => {
      try {
        return await compiler.compile(markup);
      } catch (error) {
        if (!(error instanceof RenderRefusal) || binder === null) throw error;
        // The offset counts in what the template became. What made it become that is the next best thing to point at.
        throw new RenderRefusal(error.reason, { ...error.fault, offset: costliest });
      }
    };
    const html = templateOf(true);
    const text = html.hasElements ? templateOf(false) : html;
    const digest = `${ENGINES} ${source.digest}`;
    return new StagedRenderer({ digest, html, text, rules, size: data.length, compile }, this.structures);
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

function placedIn(data: string, faults: readonly SourceFault[]): readonly TemplateFault[] {
  const lines = new TextLines(data);
  return faults.map((fault) => placed(fault, lines));
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
    const found = uses.get(name) ?? [];
    found.push({ ...lines.placeOf(offset), as });
    uses.set(name, found);
  }
  return [...uses].map(([path, found]) => ({ path, uses: found }));
}

async function loaded<Engine>(
  formats: Readonly<Record<string, { load(limits: RenderLimits): Promise<Engine> }>>,
  limits: RenderLimits,
): Promise<ReadonlyMap<string, Engine>> {
  const entries = Object.entries(formats).map(
    async ([name, format]) => [name, await format.load(limits)] as const,
  );
  return new Map(await Promise.all(entries));
}
