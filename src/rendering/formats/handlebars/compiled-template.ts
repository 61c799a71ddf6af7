import { outputTooLarge, RenderRefusal } from '../../domain/template-fault.js';
import type { SlotCollector } from '../../staged/slot-collector.js';
import { costliestBlock } from './expression-limits.js';
import type { TemplateRuntime } from './template-runtime.js';

/** A staged template as Handlebars runs it. */
export class CompiledTemplate {
  private hasRun = false;

  /** `data` is the template as it was written, for the places of faults. */
  constructor(
    private readonly runtime: TemplateRuntime,
    private readonly program: hbs.AST.Program,
    private readonly data: string,
    private readonly maxBytes: number,
    private readonly template = runtime.compile(program),
  ) {}

  /** Gives the key and hands the values to the collector. @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>, collector: SlotCollector): string {
    const { data, maxBytes } = this;
    try {
      const key = this.runtime.run(this.template, variables, { collector, data, maxBytes });
      if (!this.hasRun) this.forgetTree();
      return key;
    } catch (error) {
      throw error instanceof RenderRefusal ? error : this.refusalOf(error);
    }
  }

  /** Handlebars holds on to the tree that it has compiled, which takes several times the memory of the code. */
  private forgetTree(): void {
    this.hasRun = true;
    this.program.body = [];
  }

  private refusalOf(error: unknown): RenderRefusal {
    const offset = costliestBlock(this.data);
    if (error instanceof RangeError) {
      if (error.message === 'Invalid string length') return outputTooLarge(offset, this.maxBytes);
      const message = 'With this data the template is nested too deep.';
      return new RenderRefusal('limit', { code: 'nesting_too_deep', message, offset });
    }
    const message = 'Handlebars cannot render the template with this data.';
    return new RenderRefusal('fault', { code: 'render_failed', message, offset });
  }
}
