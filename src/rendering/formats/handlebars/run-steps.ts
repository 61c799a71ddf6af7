import Handlebars from 'handlebars';
import { outputTooLarge, RenderRefusal } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { markOf } from '../../staged/notation.js';
import { SlotCollector } from '../../staged/slot-collector.js';
import { costliestBlock } from './expression-limits.js';
import { Scope } from './scope.js';
import type { BlockStep, Step, Steps } from './steps.js';
import { namedValues, ownMember, valueOf } from './operand-values.js';

declare global {
  namespace Handlebars {
    namespace Utils {
      /** The type in Handlebars accepts only strings, but the function accepts any value. */
      function escapeExpression(value: unknown): string;
    }
  }
}

const { escapeExpression } = Handlebars.Utils;

/**
 * Runs a template as Handlebars does. Returns its output, or the key of a staged one, whose values go to the collector.
 * `data` is the template as its author wrote it.
 * @throws RenderRefusal
 */
export function runSteps(
  { steps, usesDepths, usesParameters }: Steps,
  variables: Readonly<Record<string, unknown>>,
  { collector, data, maxBytes }: { collector: SlotCollector; data: string; maxBytes: number },
): string {
  try {
    return outputOf(steps, Scope.of({ collector, data, maxBytes, usesDepths, usesParameters }, variables));
  } catch (error) {
    throw error instanceof RenderRefusal ? error : refusalOf(error, data, maxBytes);
  }
}

/** The output of a template that is not staged. @throws RenderRefusal */
export function runText(
  steps: Steps,
  variables: Readonly<Record<string, unknown>>,
  { data, maxBytes }: { readonly data: string; readonly maxBytes: number },
): string {
  const refuse = (): never => {
    throw outputTooLarge(costliestBlock(data), maxBytes);
  };
  const collector = new SlotCollector([], false, { length: maxBytes, refuse });
  const text = runSteps(steps, variables, { collector, data, maxBytes });
  return text.length > maxBytes ? refuse() : text;
}

function outputOf(steps: readonly Step[], scope: Scope): string {
  let output = '';
  for (const step of steps) output += outputOfStep(step, scope);
  return output;
}

function outputOfStep(step: Step, scope: Scope): string {
  switch (step.kind) {
    case 'text':
      return step.text;
    case 'piece':
      return markOf(step.piece);
    case 'value':
      return written(valueOf(step.operand, scope), step.isEscaped);
    case 'run': {
      const values = step.operands.map((operand) => valueOf(operand, scope));
      return scope.run.collector.write(step.first, values, written);
    }
    case 'candidate':
      return scope.run.collector.write(step.first, [outputOf(step.steps, scope)], written);
    default:
      return outputOfBlock(step, scope);
  }
}

function outputOfBlock(step: BlockStep, scope: Scope): string {
  const value = valueOf(step.operand, scope);
  switch (step.kind) {
    case 'if':
      return outputOf(isShown(step, value, scope) ? step.main : step.otherwise, scope.inside());
    case 'unless':
      return outputOf(isShown(step, value, scope) ? step.otherwise : step.main, scope.inside());
    case 'each':
      return outputOfEach(step, value, scope);
    case 'with':
      if (isEmpty(value)) return outputOf(step.otherwise, scope.inside());
      return outputOf(step.main, scope.within(value, scope.data, [value]));
    case 'values': {
      const base = typeof value === 'object' ? value : {};
      const context = { ...base, ...namedValues(step.named, scope) };
      return outputOf(step.main, scope.within(context, scope.data, undefined));
    }
    default:
      return outputOfSection(step, value, scope);
  }
}

/** The output of a block that has a variable instead of a helper. */
function outputOfSection(step: BlockStep, value: unknown, scope: Scope): string {
  const { context, data } = scope;
  if (value === true) return outputOf(step.main, scope.within(context, data, undefined));
  if (
    value === false ||
    value === null ||
    value === undefined ||
    (Array.isArray(value) && value.length === 0)
  )
    return outputOf(step.otherwise, scope.within(context, data, undefined));
  if (Array.isArray(value)) return outputOfEach(step, value, scope);
  return outputOf(step.main, scope.within(value, data, scope.given));
}

/** The output of `each`. Stops as soon as the output is too large, before memory runs out. */
function outputOfEach(step: BlockStep, list: unknown, scope: Scope): string {
  const { run, data } = scope;
  const keys = Array.isArray(list) ? list.keys() : Object.keys(isObject(list) ? list : {});
  const values: readonly unknown[] = isObject(list) ? Object.values(list) : [];
  if (values.length === 0) return outputOf(step.otherwise, scope.inside());
  let output = '';
  let index = 0;
  // One frame for all elements, as in Handlebars.
  const frame: Record<string, unknown> = { ...data, _parent: data };
  for (const key of keys) {
    const value = values[index];
    frame['key'] = key;
    frame['index'] = index;
    frame['first'] = index === 0;
    frame['last'] = index === values.length - 1;
    output += outputOf(step.main, scope.within(value, frame, [value, key]));
    if (output.length > run.maxBytes)
      throw outputTooLarge(new TextLines(run.data).offsetOf(step), run.maxBytes);
    index += 1;
  }
  return output;
}

/** True if `if` treats the value as true. 0 counts only with `includeZero`. */
function isShown(step: BlockStep, value: unknown, scope: Scope): boolean {
  if (isEmpty(value)) return false;
  if (value !== 0) return Boolean(value);
  return Boolean(ownMember(namedValues(step.named, scope), 'includeZero'));
}

function isEmpty(value: unknown): boolean {
  return (!value && value !== 0) || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The text of a value in Handlebars. */
function written(value: unknown, isEscaped: boolean): string {
  if (isEscaped) return escapeExpression(value);
  // As in Handlebars, null and undefined print nothing and other values their JavaScript text.
  return typeof value === 'string' ? value : [value].join('');
}

function refusalOf(error: unknown, data: string, maxBytes: number): RenderRefusal {
  const offset = costliestBlock(data);
  if (error instanceof RangeError) {
    if (error.message === 'Invalid string length') return outputTooLarge(offset, maxBytes);
    const message = 'With this data the template is nested too deep.';
    return new RenderRefusal('limit', { code: 'nesting_too_deep', message, offset });
  }
  const message = 'Handlebars cannot render the template with this data.';
  return new RenderRefusal('fault', { code: 'render_failed', message, offset });
}
