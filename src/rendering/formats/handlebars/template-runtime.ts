import Handlebars from 'handlebars';
import { outputTooLarge } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import type { SlotCollector } from '../../staged/slot-collector.js';
import { VALUES_HELPER } from './helper.js';
import { BLOCK_HELPER, RUN_HELPER } from './run-writer.js';
import { registerValueHelpers, valueHelpers } from './value-helpers.js';

declare global {
  namespace Handlebars {
    interface HelperOptions {
      /** The location of the call. */
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
    [VALUES_HELPER]: true,
    ...Object.fromEntries([...valueHelpers.keys()].map((name) => [name, true])),
    [RUN_HELPER]: true,
    [BLOCK_HELPER]: true,
  },
  knownHelpersOnly: true,
  // The parser has removed blanks already.
  ignoreStandalone: true,
};
const RUN_OPTIONS: Handlebars.RuntimeOptions = {
  allowProtoPropertiesByDefault: false,
  allowProtoMethodsByDefault: false,
  allowCallsToHelperMissing: false,
};
const { escapeExpression } = Handlebars.Utils;

/** One run of a template. */
export interface TemplateRun {
  readonly collector: SlotCollector;
  /** The template as its author wrote it, for the places of faults. */
  readonly data: string;
  readonly maxBytes: number;
}

/**
 * The Handlebars environment that all templates of a thread share: an environment of its own would cost each template
 * more memory than its code. Runs are synchronous, so there is one at a time.
 */
export class TemplateRuntime {
  private readonly environment = Handlebars.create();
  private current: TemplateRun | null = null;

  constructor() {
    const { environment } = this;
    environment.unregisterHelper('log');
    registerValueHelpers(environment);
    environment.registerHelper(VALUES_HELPER, withValues);
    environment.registerHelper('each', this.boundedEach(environment.helpers['each']));
    environment.registerHelper(RUN_HELPER, (first: number, ...values: unknown[]) => {
      // The last argument is Handlebars' options.
      values.pop();
      return this.current?.collector.write(first, values, written);
    });
    environment.registerHelper(
      BLOCK_HELPER,
      (first: number, context: unknown, { fn }: Handlebars.HelperOptions) =>
        this.current?.collector.write(first, [fn(context)], written),
    );
  }

  /** Prepares a syntax tree to be run; Handlebars compiles it at its first run. */
  compile(program: hbs.AST.Program): Handlebars.TemplateDelegate {
    return this.environment.compile(program, COMPILE_OPTIONS);
  }

  /** The same for a text that is not markup: its values are not escaped. */
  compileText(program: hbs.AST.Program): Handlebars.TemplateDelegate {
    return this.environment.compile(program, { ...COMPILE_OPTIONS, noEscape: true });
  }

  /** Runs what `compile` prepared. @throws what the template throws */
  run(
    template: Handlebars.TemplateDelegate,
    variables: Readonly<Record<string, unknown>>,
    run: TemplateRun,
  ): string {
    this.current = run;
    try {
      return template(variables, RUN_OPTIONS);
    } finally {
      this.current = null;
    }
  }

  /** An `each` that stops once its output is too large, rather than when the memory is full. */
  private boundedEach(original: Handlebars.HelperDelegate | undefined): Handlebars.HelperDelegate {
    const runOf = (): TemplateRun | null => this.current;
    return function each(this: unknown, list: unknown, options: Handlebars.HelperOptions) {
      const run = runOf();
      let length = 0;
      const fn: typeof options.fn = (item, frame) => {
        const made = options.fn(item, frame);
        length += made.length;
        if (run !== null && length > run.maxBytes) {
          const { line, column } = options.loc.start;
          const offset = new TextLines(run.data).offsetOf({ line, column: column + 1 });
          throw outputTooLarge(offset, run.maxBytes);
        }
        return made;
      };
      return original?.call(this, list, { ...options, fn });
    };
  }
}

/** A snippet with the members of `base`, and over them the values that have a name. */
function withValues(base: unknown, { fn, hash }: Handlebars.HelperOptions): string {
  return fn({ ...(typeof base === 'object' ? base : {}), ...hash });
}

/** A value as Handlebars prints it. */
function written(value: unknown, isEscaped: boolean): string {
  if (isEscaped) return escapeExpression(value);
  // As Handlebars does: null and undefined print nothing, other values their JavaScript text.
  return typeof value === 'string' ? value : [value].join('');
}
