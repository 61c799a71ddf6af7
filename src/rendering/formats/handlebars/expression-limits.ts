import { FIXED_LIMITS, type RenderLimits } from '../../domain/render-limits.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { type Expression, expressionsOf } from './expressions.js';

/** Faults of expressions that exceed the limits. One pass, before Handlebars parses the template. */
export function expressionLimitFaults(data: string, limits: RenderLimits): readonly SourceFault[] {
  const faults: SourceFault[] = [];
  let count = 0;
  for (const { expression, depth } of nested(data)) {
    count += 1;
    if (count > limits.expressions) {
      return [
        ...faults,
        at(expression, 'too_many_expressions', `There may be at most ${limits.expressions} expressions.`),
      ];
    }
    if (depth > limits.blockDepth) {
      return [
        ...faults,
        at(expression, 'nesting_too_deep', `Blocks may be nested at most ${limits.blockDepth} deep.`),
      ];
    }
    if (expression.parentheses > FIXED_LIMITS.parentheses) {
      faults.push(
        at(
          expression,
          'too_many_parentheses',
          `An expression may have at most ${FIXED_LIMITS.parentheses} parentheses.`,
        ),
      );
    }
    if (expression.separators > FIXED_LIMITS.pathSeparators) {
      faults.push(
        at(
          expression,
          'path_too_long',
          `An expression may have at most ${FIXED_LIMITS.pathSeparators} dots.`,
        ),
      );
    }
  }
  return faults;
}

/** Faults of blocks that are open at the end of the text, with a clearer message than Handlebars'. */
export function openEnds(data: string): readonly SourceFault[] {
  const open: Expression[] = [];
  for (const expression of expressionsOf(data)) {
    if (!expression.isClosed) {
      const what = expression.kind === 'comment' ? 'comment' : 'expression';
      return [at(expression, 'unclosed_expression', `This ${what} is never closed.`)];
    }
    if (expression.kind === 'block') open.push(expression);
    // After a surplus end, the remaining open blocks mean nothing.
    if (expression.kind === 'end' && open.pop() === undefined) return [];
  }
  return open.map((expression) => {
    const text = data.slice(expression.start, expression.end);
    return at(expression, 'unclosed_block', `${text.length > 60 ? 'This block' : text} is never closed.`);
  });
}

/** The offset of the first of the most deeply nested blocks, which probably takes the most time. 0 without blocks. */
export function costliestBlock(data: string): number {
  let deepest = { depth: 0, start: 0 };
  for (const { expression, depth } of nested(data)) {
    if (expression.kind === 'block' && depth > deepest.depth) deepest = { depth, start: expression.start };
  }
  return deepest.start;
}

/** Each expression with its block depth. A block counts itself, and an `else if` adds one level. */
function* nested(data: string): Generator<{ readonly expression: Expression; readonly depth: number }> {
  const open: number[] = [];
  let depth = 0;
  for (const expression of expressionsOf(data)) {
    if (expression.kind === 'block') {
      open.push(depth);
      depth += 1;
    } else if (expression.kind === 'chain') depth += 1;
    yield { expression, depth };
    if (expression.kind === 'end') depth = open.pop() ?? 0;
  }
}

function at(expression: Expression, code: string, message: string): SourceFault {
  return { code, message, offset: expression.start };
}
