import { MAX_OUTPUT_BYTES } from './domain/render-limits.js';
import type { RenderReport } from './domain/render-report.js';
import { outputTooLarge, placed, RenderRefusal, type TemplateFault } from './domain/template-fault.js';
import type { TemplateSource } from './domain/template-source.js';
import { TextLines } from './domain/text-lines.js';
import type { UsedVariable } from './domain/used-variable.js';
import { costliestPart, templateParsers, templateTypes } from './formats/formats.js';
import type { MarkupCompiler, VariableBinder, VariableReference } from './formats/format.js';
import { lint } from './lint/lint.js';
import { isUnknown } from './lint/variable-rules.js';
import { textOf } from './text-part.js';

/**
 * Checks and renders templates where it is called: what a template can do in time and memory it does to the caller's
 * thread, so only render threads have one.
 */
export class Renderer {
  private constructor(
    private readonly compilers: ReadonlyMap<string, MarkupCompiler>,
    private readonly binders: ReadonlyMap<string, VariableBinder>,
  ) {}

  /** With every format loaded. */
  static async load(): Promise<Renderer> {
    return new Renderer(await loaded(templateTypes), await loaded(templateParsers));
  }

  /** What keeps the template from compiling, in the order of its text; nothing when it does compile. */
  async check(source: TemplateSource): Promise<readonly TemplateFault[]> {
    const lines = new TextLines(source.data);
    const binder = this.binderOf(source);
    const faults = binder?.check(source.data) ?? [];
    if (faults.length > 0) return faults.map((fault) => placed(fault, lines));
    const outlines = () => binder?.outlines(source.data) ?? [source.data];
    return (await this.compilerOf(source).check(outlines)).map((fault) => placed(fault, lines));
  }

  /** What a template that compiles takes from its data; nothing where nothing binds it. */
  variables(source: TemplateSource): readonly UsedVariable[] {
    const references = this.binderOf(source)?.variables(source.data) ?? [];
    return gathered(references, new TextLines(source.data));
  }

  /**
   * The HTML of a template: variables first, markup second, as the markup is laid out for what is really there.
   * @throws RenderRefusal whose offset counts in the template
   */
  async render(source: TemplateSource, variables: Readonly<Record<string, unknown>>): Promise<string> {
    const bound = this.binderOf(source)?.bind(source.data, variables) ?? source.data;
    try {
      const html = await this.compilerOf(source).compile(bound);
      if (Buffer.byteLength(html) > MAX_OUTPUT_BYTES) throw outputTooLarge(0);
      return html;
    } catch (error) {
      if (!(error instanceof RenderRefusal) || source.parser === null) throw error;
      // The offset counts in what the template became. What made it become that is the next best thing to point at.
      throw new RenderRefusal(error.reason, { ...error.fault, offset: costliestPart(source) });
    }
  }

  /**
   * Renders a template with these variables for its author, who is told what to look at. `kind` is the name of the email
   * kind that it is for, if that is known.
   * @throws RenderRefusal as `render` does
   */
  async report(
    source: TemplateSource,
    variables: Readonly<Record<string, unknown>>,
    kind: string | null,
  ): Promise<RenderReport> {
    const html = await this.render(source, variables);
    const bytes = Buffer.byteLength(html);
    const binder = this.binderOf(source);
    const references = binder?.variables(source.data) ?? [];
    const shown = binder?.shown(source.data) ?? source.data;
    const ofType = await this.compilerOf(source).warnings(shown);
    const lines = new TextLines(source.data);
    const warnings = lint({ source, shown, references, kind, ofType, bytes });
    return {
      html,
      text: textOf(html),
      bytes,
      warnings: warnings.map((warning) => placed(warning, lines)),
      variables: {
        used: pathsOf(references),
        missing: pathsOf(references.filter(({ path }) => path.isMissingIn(variables))),
        unknown: pathsOf(references.filter((reference) => isUnknown(reference, kind))),
      },
    };
  }

  private compilerOf({ type }: TemplateSource): MarkupCompiler {
    const compiler = this.compilers.get(type);
    if (compiler === undefined) throw new Error(`There is no template type ${type}.`);
    return compiler;
  }

  private binderOf({ parser }: TemplateSource): VariableBinder | null {
    if (parser === null) return null;
    const binder = this.binders.get(parser);
    if (binder === undefined) throw new Error(`There is no template parser ${parser}.`);
    return binder;
  }
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
