import Handlebars from 'handlebars';
import { outputTooLarge, RenderRefusal } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import type { SlotCollector } from '../../staged/slot-collector.js';
import { costliestBlock } from './expression-limits.js';
import { areEqual } from './helpers.js';
import { BLOCK_HELPER, STRETCH_HELPER } from './stretch-writer.js';

declare global {
  namespace Handlebars {
    interface HelperOptions {
      /** Where the helper is called. */
      readonly loc: hbs.AST.SourceLocation;
    }
    namespace Utils {
      /** It makes text of anything. */
      function escapeExpression(value: unknown): string;
    }
  }
}

const COMPILE_OPTIONS: CompileOptions = {
  knownHelpers: {
    log: false,
    helperMissing: false,
    blockHelperMissing: false,
    eq: true,
    [STRETCH_HELPER]: true,
    [BLOCK_HELPER]: true,
  },
  knownHelpersOnly: true,
  // The parser has seen to blanks already.
  ignoreStandalone: true,
};
const { escapeExpression } = Handlebars.Utils;
const RUNTIME_OPTIONS: Handlebars.RuntimeOptions = {
  allowProtoPropertiesByDefault: false,
  allowProtoMethodsByDefault: false,
  allowCallsToHelperMissing: false,
};

/** A staged template as Handlebars runs it. */
export class CompiledTemplate {
  private readonly template: Handlebars.TemplateDelegate;
  /** Of the run that is under way: there is one at a time. */
  private collector: SlotCollector | null = null;

  /** `data` is the template as it was written, for the places of faults. */
  constructor(
    program: hbs.AST.Program,
    private readonly data: string,
    private readonly maxBytes: number,
  ) {
    this.template = this.environment().compile(program, COMPILE_OPTIONS);
  }

  /** Gives the key and hands the values to the collector. @throws RenderRefusal */
  run(variables: Readonly<Record<string, unknown>>, collector: SlotCollector): string {
    this.collector = collector;
    try {
      return this.template(variables, RUNTIME_OPTIONS);
    } catch (error) {
      throw error instanceof RenderRefusal ? error : this.refusalOf(error);
    } finally {
      this.collector = null;
    }
  }

  private environment(): typeof Handlebars {
    const environment = Handlebars.create();
    environment.unregisterHelper('log');
    environment.registerHelper('eq', areEqual);
    environment.registerHelper('each', this.boundedEach(environment.helpers['each']));
    environment.registerHelper(STRETCH_HELPER, (first: number, ...values: unknown[]) => {
      // Handlebars adds its options.
      values.pop();
      return this.collector?.write(first, values, written);
    });
    environment.registerHelper(
      BLOCK_HELPER,
      (first: number, context: unknown, { fn }: Handlebars.HelperOptions) =>
        this.collector?.write(first, [fn(context)], written),
    );
    return environment;
  }

  /** An `each` that stops as soon as what it has made is too large, rather than when the memory is full. */
  private boundedEach(original: Handlebars.HelperDelegate | undefined): Handlebars.HelperDelegate {
    const { data, maxBytes } = this;
    return function each(this: unknown, list: unknown, options: Handlebars.HelperOptions) {
      let length = 0;
      const fn: typeof options.fn = (item, frame) => {
        const made = options.fn(item, frame);
        length += made.length;
        if (length > maxBytes) {
          const { line, column } = options.loc.start;
          throw outputTooLarge(new TextLines(data).offsetOf({ line, column: column + 1 }), maxBytes);
        }
        return made;
      };
      return original?.call(this, list, { ...options, fn });
    };
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

/** A value as Handlebars writes it. */
function written(value: unknown, isEscaped: boolean): string {
  if (isEscaped) return escapeExpression(value);
  // As Handlebars does: nothing of null and undefined, and JavaScript's text of anything else.
  return typeof value === 'string' ? value : [value].join('');
}
