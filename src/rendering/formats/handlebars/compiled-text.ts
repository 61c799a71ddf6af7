import { outputTooLarge } from '../../domain/template-fault.js';
import { SlotCollector } from '../../staged/slot-collector.js';
import { CompiledTemplate } from './compiled-template.js';
import { costliestBlock } from './expression-limits.js';
import type { TemplateRuntime } from './template-runtime.js';

/** A text that is not markup, as Handlebars runs it: nothing in it is escaped, and nothing of it is staged. */
export class CompiledText {
  private readonly template: CompiledTemplate;

  /** `data` is the text as it was written, for the places of faults. */
  constructor(
    runtime: TemplateRuntime,
    program: hbs.AST.Program,
    private readonly data: string,
    private readonly maxBytes: number,
  ) {
    this.template = new CompiledTemplate(runtime, program, data, maxBytes, runtime.compileText(program));
  }

  /** @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>): string {
    const refuse = (): never => {
      throw outputTooLarge(costliestBlock(this.data), this.maxBytes);
    };
    const text = this.template.run(
      variables,
      new SlotCollector([], false, { length: this.maxBytes, refuse }),
    );
    return text.length > this.maxBytes ? refuse() : text;
  }
}
