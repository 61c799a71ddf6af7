import type { RenderLimits } from '../domain/render-limits.js';
import type { TemplateSource } from '../domain/template-source.js';
import type { MarkupCompiler, VariableBinder } from './shared/format.js';
import { templateParsers, templateTypes } from './formats.js';

/** The compilers and binders of all template types and parsers. Only render threads load them. */
export class LoadedFormats {
  private constructor(
    private readonly compilers: ReadonlyMap<string, MarkupCompiler>,
    private readonly binders: ReadonlyMap<string, VariableBinder>,
  ) {}

  static async load(limits: RenderLimits): Promise<LoadedFormats> {
    return new LoadedFormats(await loaded(templateTypes, limits), await loaded(templateParsers, limits));
  }

  compilerOf({ type }: Pick<TemplateSource, 'type'>): MarkupCompiler {
    const compiler = this.compilers.get(type);
    if (compiler === undefined) throw new Error(`There is no template type ${type}.`);
    return compiler;
  }

  /** Null for a template without a parser. */
  binderOf({ parser }: Pick<TemplateSource, 'parser'>): VariableBinder | null {
    if (parser === null) return null;
    const binder = this.binders.get(parser);
    if (binder === undefined) throw new Error(`There is no template parser ${parser}.`);
    return binder;
  }
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
