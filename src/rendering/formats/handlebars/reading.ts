import type { RenderLimits } from '../../domain/render-limits.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { expressionLimitFaults } from './expression-limits.js';
import { type Expression, expressionsOf, openParenthesis, restOfBlock } from './expressions.js';
import { blockFaults } from './block-check.js';
import { bracesAt, withoutConsequences } from './brace-faults.js';
import { parseTemplate, UnreadableTemplate } from './parse.js';
import { changedByEditors } from './foreign-syntax-suggestions.js';
import { withoutLogCalls } from './log-calls.js';
import { endOf, startOf, syntaxFaults } from './syntax-check.js';

/** After this many repairs, most further faults are consequences of earlier ones. */
const MAX_REPAIRS = 20;

/** The result of parsing a template with error recovery. */
export interface Reading {
  /** In no particular order. */
  readonly faults: readonly SourceFault[];
  /**
   * The syntax tree without unreadable expressions and without calls of `log`. Null if too little is left to be useful.
   */
  readonly program: hbs.AST.Program | null;
  /** The template with unreadable expressions blanked, at the same length. */
  readonly text: string;
}

/**
 * Parses a template with error recovery, which Handlebars lacks: reports and blanks unreadable expressions, and parses
 * the rest. Offsets stay valid. Does not parse a template that exceeds the limits.
 */
export function readTemplate(data: string, limits: RenderLimits): Reading {
  const beyond = expressionLimitFaults(data, limits);
  if (beyond.length > 0) return { faults: beyond, program: null, text: data };
  const changed = changedByEditors(data);
  const { faults, ...rest } = readThrough(data);
  // Other faults of the same expressions are consequences of these.
  const others = faults.filter(
    ({ offset }) => !changed.some(({ start, end }) => start <= offset && offset < end),
  );
  return { faults: [...others, ...changed.map(({ fault }) => fault)], ...rest };
}

function readThrough(data: string): Reading {
  const first = tryParsing(data);
  const { faults, program, text } =
    first instanceof UnreadableTemplate ? repaired(data) : { faults: [], program: first, text: data };
  if (program === null) return { faults, program, text };
  const logless = withoutLogCalls(program);
  const lines = new TextLines(text);
  const calls = logless.removed.map((call) => ({ start: startOf(call, lines), end: endOf(call, lines) }));
  // Do not report further faults of an expression that was only partly read.
  const reported = new Set(faults.map(({ offset }) => expressionAt(data, offset)?.start));
  return {
    faults: [...faults, ...syntaxFaults(text, program).filter(({ offset }) => !reported.has(offset))],
    program: logless.program,
    text: blanked(text, calls),
  };
}

function repaired(data: string): Reading {
  const ends = unclosedExpressions(data);
  const blocks = blockFaults(ends.text);
  const faults = [...ends.faults, ...withoutConsequences(data, blocks.faults, ends.wrongBraces)];
  let text = blanked(ends.text, blocks.broken);
  // The unclosed comment may have been meant to end anywhere.
  if (ends.isCutOff) return { faults, program: null, text };
  for (let count = 0; count < MAX_REPAIRS; count += 1) {
    const result = tryParsing(text);
    if (!(result instanceof UnreadableTemplate)) return { faults, program: result, text };
    const [fault] = result.faults;
    const broken = fault === undefined ? null : expressionAt(text, fault.offset);
    if (fault === undefined || broken === null)
      return { faults: [...faults, ...result.faults], program: null, text };
    faults.push(braceFault(text, broken) ?? parenthesisFault(text, broken, fault) ?? fault);
    text = without(text, broken, fault.offset);
  }
  return { faults, program: null, text };
}

/** Blanks an expression that is unreadable from `offset` on; if it opens a block, the whole block if necessary. */
function without(text: string, broken: Expression, offset: number): string {
  // The unexpected character may be the second half of an operator.
  const [start] = /^[^]*[^\s=]/.exec(text.slice(broken.start, offset)) ?? [''];
  const rest = { start: broken.start + start.length, end: broken.end - '}}'.length };
  const opened = broken.kind === 'block' && offset > broken.start ? blanked(text, [rest]) : text;
  if (opened !== text) return opened;
  return blanked(text, broken.kind === 'block' ? [broken, ...restOfBlock(text, broken)] : [broken]);
}

function tryParsing(text: string): hbs.AST.Program | UnreadableTemplate {
  try {
    return parseTemplate(text);
  } catch (error) {
    if (error instanceof UnreadableTemplate) return error;
    throw error;
  }
}

/** Finds and blanks expressions that are not closed, or only by the end of the next one. */
function unclosedExpressions(data: string) {
  const faults: SourceFault[] = [];
  const wrongBraces: { readonly start: number; readonly end: number }[] = [];
  let text = data;
  let isCutOff = false;
  for (let from = 0; ;) {
    const broken = firstUnclosed(text, from);
    if (broken === null || isCutOff) return { faults, wrongBraces, text, isCutOff };
    const { start, kind } = broken;
    const braces = bracesAt(text, start);
    if (braces !== null) {
      faults.push({ code: 'braces_mismatch', message: braces.message, offset: start });
      isCutOff = faults.length >= MAX_REPAIRS;
      from = braces.end;
      wrongBraces.push({ start, end: from });
      text = blanked(text, [{ start, end: from }]);
      continue;
    }
    const what = kind === 'comment' ? 'comment' : 'expression';
    const ending = kind === 'comment' ? '--}}' : '}}';
    const [within = ''] = /^\{+[^<\r\n{]*/.exec(text.slice(start, broken.end)) ?? [];
    const quotes = hasOpenQuote(within) ? ', and close the quotes in it' : '';
    const message = `This ${what} is never closed: write ${ending} where it ends${quotes}.`;
    faults.push({ code: 'unclosed_expression', message, offset: start });
    isCutOff = kind === 'comment' || faults.length >= MAX_REPAIRS;
    from = kind === 'comment' ? text.length : start + within.length;
    text = blanked(text, [{ start, end: from }]);
  }
}

function hasOpenQuote(text: string): boolean {
  return ['"', "'"].some((quote) => text.split(quote).length % 2 === 0);
}

function firstUnclosed(text: string, from: number): Expression | null {
  for (const expression of expressionsOf(text)) {
    if (expression.start < from) continue;
    const inside = text.slice(expression.start, expression.end).replace(/^\{+/, '');
    if (!expression.isClosed || (expression.kind !== 'comment' && inside.includes('{{'))) return expression;
  }
  return null;
}

function expressionAt(text: string, offset: number): Expression | null {
  let nearest: Expression | null = null;
  for (const expression of expressionsOf(text)) {
    if (expression.start > offset) break;
    nearest = expression;
  }
  return nearest !== null && nearest.end >= offset ? nearest : null;
}

/** A clearer fault for mismatched braces, which Handlebars only calls unexpected. */
function braceFault(text: string, { start, end }: Expression): SourceFault | null {
  const written = text.slice(start, end);
  if (written.startsWith('{{{') && !written.endsWith('}}}')) {
    const message = `Three braces open this expression, so three have to close it: write ${written}}, or ${written.slice(1)} to escape the value.`;
    return { code: 'braces_mismatch', message, offset: start };
  }
  if (written.startsWith('{{{') || text[end] !== '}') return null;
  const message = `One } too many after ${written}: in a style sheet, put a blank between, as in ${written} }.`;
  return { code: 'braces_mismatch', message, offset: end };
}

/** A clearer fault for an unclosed parenthesis, where Handlebars calls the following braces unexpected. */
function parenthesisFault(text: string, broken: Expression, { offset }: SourceFault): SourceFault | null {
  const open = /^~?\}\}/.test(text.slice(offset, offset + 3)) ? openParenthesis(text, broken) : null;
  if (open === null) return null;
  return {
    code: 'unclosed_parenthesis',
    message: 'This ( is never closed: write ) where it ends.',
    offset: open,
  };
}

function blanked(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  return ranges.reduce(
    (result, { start, end }) =>
      result.slice(0, start) + result.slice(start, end).replace(/[^\r\n]/g, ' ') + result.slice(end),
    text,
  );
}
