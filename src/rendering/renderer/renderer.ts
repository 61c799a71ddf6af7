import { DEFAULT_CACHE_BYTES, DEFAULT_RENDER_LIMITS, type RenderLimits } from '../domain/render-limits.js';
import type { RenderReport } from '../domain/render-report.js';
import {
  outputTooLarge,
  placed,
  RenderRefusal,
  type TemplateCheck,
  type TemplateFault,
} from '../domain/template-fault.js';
import type { StagedSource } from '../domain/template-source.js';
import { TextLines } from '../domain/text-lines.js';
import type { UsedVariable } from '../domain/used-variable.js';
import { costliestPart } from '../formats/formats.js';
import { LoadedFormats } from '../formats/loaded-formats.js';
import { TemplateCache } from '../staged/template-cache.js';
import { STRUCTURE_ONLY } from '../staged/markup-rules.js';
import type { RenderedBytes, StagedRenderer } from '../staged/staged-renderer.js';
import { StagedTemplate } from '../staged/staged-template.js';
import { RecentStructures } from '../staged/recent-structures.js';
import type { StoredStructures } from '../staged/stored-structures.js';
import { LineRenderer } from './line-renderer.js';
import { TemplateChecker } from './template-checker.js';
import { programsOf } from './template-programs.js';

type Variables = Readonly<Record<string, unknown>>;

/** The part of a thread's cache that is for compressed structures. */
const RECENT_SHARE = 1 / 4;

type Rendered = Omit<RenderedBytes, 'html'> & { readonly html: string };

/**
 * Checks and renders templates on the calling thread. A template may use up the thread's time and memory, so only
 * render threads create one.
 */
export class Renderer {
  private readonly templates: TemplateCache;
  private readonly recent: RecentStructures;
  private readonly checker: TemplateChecker;
  private readonly lines: LineRenderer;

  private constructor(
    private readonly formats: LoadedFormats,
    private readonly limits: RenderLimits,
    cacheBytes: number,
  ) {
    this.recent = new RecentStructures(RECENT_SHARE * cacheBytes);
    this.templates = new TemplateCache((1 - RECENT_SHARE) * cacheBytes);
    this.checker = new TemplateChecker(formats);
    this.lines = new LineRenderer(formats);
  }

  /** Loads all formats. The renderer caches up to `cacheBytes` for later renders. */
  static async load({
    limits = DEFAULT_RENDER_LIMITS,
    cacheBytes = DEFAULT_CACHE_BYTES,
  }: {
    readonly limits?: RenderLimits;
    readonly cacheBytes?: number;
  } = {}): Promise<Renderer> {
    return new Renderer(await LoadedFormats.load(limits), limits, cacheBytes);
  }

  /** See TemplateChecker. */
  check(source: StagedSource, kind: string | null): Promise<TemplateCheck> {
    return this.checker.check(source, kind);
  }

  /** The faults of a header line, in the order of the text. */
  checkLine(data: string): readonly TemplateFault[] {
    const places = new TextLines(data);
    return this.lines.check(data).map((fault) => placed(fault, places));
  }

  /** Renders a header line as plain text, which may still contain line breaks. @throws RenderRefusal */
  line(data: string, variables: Variables): string {
    return this.lines.render(data, variables);
  }

  /** See TemplateChecker. */
  checkPart(source: StagedSource): TemplateCheck {
    return this.checker.checkPart(source);
  }

  /** See TemplateChecker. */
  variables(source: StagedSource): readonly UsedVariable[] {
    return this.checker.variables(source);
  }

  /**
   * Renders an email. Binds variables before compiling, because the layout depends on them. Loads what contains no data
   * from `stored`, and saves it there; null if it is not worth storing.
   * @throws RenderRefusal whose offset refers to the template
   */
  async renderBytes(
    source: StagedSource,
    variables: Variables,
    stored: StoredStructures | null = null,
  ): Promise<RenderedBytes> {
    const known = stored && this.recent.before(stored);
    const staged = this.templates.get(source.digest) ?? (await this.stage(source, known));
    const rendered = await staged.render(variables, known);
    this.requireSize(source, rendered.html);
    return rendered;
  }

  /** Renders only the HTML, in UTF-8. @throws RenderRefusal */
  async htmlBytes(source: StagedSource, variables: Variables): Promise<Uint8Array> {
    const staged = this.templates.get(source.digest) ?? (await this.stage(source, null));
    const html = await staged.html(variables, null);
    this.requireSize(source, html);
    return html;
  }

  /** Like `renderBytes`, with the HTML as a string. @throws RenderRefusal */
  async render(source: StagedSource, variables: Variables): Promise<Rendered> {
    const rendered = await this.renderBytes(source, variables);
    return { ...rendered, html: decoded(rendered.html) };
  }

  /** Like `htmlBytes`, with the HTML as a string. @throws RenderRefusal */
  async html(source: StagedSource, variables: Variables): Promise<string> {
    return decoded(await this.htmlBytes(source, variables));
  }

  /**
   * Renders a template for its author, with warnings.
   * @param kind the email kind that it is for; null if unknown
   * @throws RenderRefusal like `render`
   */
  async report(source: StagedSource, variables: Variables, kind: string | null): Promise<RenderReport> {
    const { html, text, addressFaults } = await this.renderBytes(source, variables);
    const rendered = { html: decoded(html), text, bytes: html.length };
    const staged = this.templates.get(source.digest) ?? (await this.stage(source, null));
    const markup = staged.boundMarkup(variables);
    const findings = { variables, bytes: html.length, addressFaults, markup, html: rendered.html };
    const review = await this.checker.review(source, kind, findings);
    return { ...rendered, ...review };
  }

  /** The bytes cached for later renders. */
  get keptBytes(): number {
    return this.templates.bytes + this.recent.bytes;
  }

  /** The number of cached HTML structures. */
  get keptCount(): number {
    return this.templates.structures;
  }

  private requireSize(source: StagedSource, { length }: Uint8Array): void {
    const { outputBytes } = this.limits;
    if (length > outputBytes) throw outputTooLarge(costliestPart(source), outputBytes);
  }

  /** A template that is ready to be rendered, now or since an earlier render. */
  private async stage(source: StagedSource, stored: StoredStructures | null): Promise<StagedRenderer> {
    const { data } = source;
    const compiler = this.formats.compilerOf(source);
    const binder = this.formats.binderOf(source);
    const costliest = () => costliestPart(source);
    const rules = compiler.rules?.(source) ?? STRUCTURE_ONLY;
    const compile = async (markup: string) => {
      try {
        return await compiler.compile(markup, source);
      } catch (error) {
        if (!(error instanceof RenderRefusal) || binder === null) throw error;
        // The offset refers to the bound markup. The best guess in the template is its costliest part.
        throw new RenderRefusal(error.reason, { ...error.fault, offset: costliest() });
      }
    };
    const identity = `${source.digest} ${JSON.stringify(this.limits)}`;
    const programs = await programsOf({ identity, data, rules, binder }, stored);
    const limit = { length: this.limits.outputBytes, costliest };
    const html = new StagedTemplate(programs.html, limit);
    const text = programs.text === programs.html ? html : new StagedTemplate(programs.text, limit);
    const parts = { identity, html, text, rules, size: data.length, compile };
    return this.templates.keep(source.digest, parts, stored !== null);
  }
}

function decoded(html: Uint8Array): string {
  return Buffer.from(html.buffer, html.byteOffset, html.length).toString();
}
