import Handlebars from 'handlebars';
import { MAX_OUTPUT_BYTES } from '../../domain/render-limits.js';
import { outputTooLarge, RenderRefusal } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import type { VariableBinder } from '../format.js';
import { costliestBlock } from './expression-limits.js';
import { outlinesOf } from './outlines.js';
import { parseTemplate } from './parse.js';
import { readTemplate } from './reading.js';
import { shownText } from './shown-text.js';
import { stage } from './staging.js';
import { variablesUsed } from './variables-used.js';

declare global {
  namespace Handlebars {
    interface HelperOptions {
      /** Where the helper is called. */
      readonly loc: hbs.AST.SourceLocation;
    }
  }
}

const COMPILE_OPTIONS: CompileOptions = {
  knownHelpers: { log: false, helperMissing: false, blockHelperMissing: false },
  knownHelpersOnly: true,
  // The parser has seen to blanks already.
  ignoreStandalone: true,
};
const RUNTIME_OPTIONS: Handlebars.RuntimeOptions = {
  allowProtoPropertiesByDefault: false,
  allowProtoMethodsByDefault: false,
  allowCallsToHelperMissing: false,
};

/** Handlebars, with nothing in it that a template could harm the service with. */
export const handlebarsBinder: VariableBinder = {
  check: (data) => readTemplate(data).faults,

  outlines(data) {
    const { program, text } = readTemplate(data);
    return program === null ? [] : outlinesOf(text, program, new TextLines(text));
  },

  shown: shownText,

  variables(data) {
    const { program } = readTemplate(data);
    return program === null ? [] : variablesUsed(program, new TextLines(data));
  },

  stage(data, rules, takesElements) {
    // A template that was stored under other limits is held to those of today.
    const [fault] = readTemplate(data).faults;
    if (fault !== undefined) throw new RenderRefusal('fault', fault);
    const { program, pieces, hasElements } = stage(parseTemplate(data), rules, takesElements);
    const template = environmentFor(data).compile(program, COMPILE_OPTIONS);
    return { pieces, hasElements, run: (variables) => run(template, data, variables) };
  },
};

function run(
  template: Handlebars.TemplateDelegate,
  data: string,
  variables: Readonly<Record<string, unknown>>,
): string {
  try {
    return template(variables, RUNTIME_OPTIONS);
  } catch (error) {
    if (error instanceof RenderRefusal) throw error;
    const offset = costliestBlock(data);
    if (error instanceof RangeError) {
      const isTooLong = error.message === 'Invalid string length';
      throw isTooLong ? outputTooLarge(offset) : tooDeep(offset);
    }
    throw new RenderRefusal('fault', {
      code: 'render_failed',
      message: 'Handlebars cannot render the template with this data.',
      offset,
    });
  }
}

/** Handlebars whose `each` stops as soon as what it has made is too large, rather than when the memory is full. */
function environmentFor(data: string): typeof Handlebars {
  const environment = Handlebars.create();
  const original = environment.helpers['each'];
  environment.unregisterHelper('log');
  environment.registerHelper(
    'each',
    function each(this: unknown, list: unknown, options: Handlebars.HelperOptions) {
      let length = 0;
      const fn: typeof options.fn = (item, frame) => {
        const made = options.fn(item, frame);
        length += made.length;
        if (length > MAX_OUTPUT_BYTES) {
          const { line, column } = options.loc.start;
          throw outputTooLarge(new TextLines(data).offsetOf({ line, column: column + 1 }));
        }
        return made;
      };
      return original?.call(this, list, { ...options, fn });
    },
  );
  return environment;
}

function tooDeep(offset: number): RenderRefusal {
  const message = 'With this data the template is nested too deep.';
  return new RenderRefusal('limit', { code: 'nesting_too_deep', message, offset });
}
