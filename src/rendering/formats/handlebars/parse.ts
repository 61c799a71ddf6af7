import Handlebars from 'handlebars';
import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { openEnds } from './expression-limits.js';
import { expressionAround, hintFor, operationAt } from './parse-error-hints.js';

/** Members of Handlebars' generated parser that its types lack. */
interface ParserState {
  readonly lexer: { readonly yylloc: { readonly first_line: number; readonly first_column: number } };
}

interface ParseFailure {
  readonly text?: string;
  readonly token?: string | null;
}

declare global {
  namespace Handlebars {
    const Parser: { parseError: (this: ParserState, message: string, failure: ParseFailure) => never };
  }
}

/** Handlebars cannot parse the template. */
export class UnreadableTemplate extends Error {
  constructor(readonly faults: readonly SourceFault[]) {
    super(faults[0]?.message);
  }
}

/** Replaces the parser's own error, which has no column. */
class Unexpected extends Error {
  constructor(
    readonly line: number,
    readonly column: number,
    /** The unexpected text; null at the end of the template. */
    readonly text: string | null,
  ) {
    super('Unexpected text.');
  }
}

Handlebars.Parser.parseError = function parseError(_message, { text, token }) {
  const { first_line: line, first_column: column } = this.lexer.yylloc;
  const isAtEnd = token === 'EOF' || token === null || token === undefined;
  throw new Unexpected(line, column + 1, isAtEnd ? null : (text ?? ''));
};

/** Parses a template. @throws UnreadableTemplate */
export function parseTemplate(data: string): hbs.AST.Program {
  try {
    return Handlebars.parse(data);
  } catch (error) {
    throw new UnreadableTemplate(faultsOf(error, data));
  }
}

function faultsOf(error: unknown, data: string): readonly SourceFault[] {
  const lines = new TextLines(data);
  if (error instanceof Unexpected) {
    const offset = lines.offsetOf(error);
    if (error.text !== null && data.includes('}}', offset)) {
      const message = unexpected(data, offset, error.text);
      return [{ code: 'unexpected_text', message, offset }];
    }
    const open = openEnds(data);
    const ending = { code: 'unexpected_end', message: 'The template ends too early.', offset: data.length };
    return open.length > 0 ? open : [ending];
  }
  if (error instanceof Handlebars.Exception && typeof error.lineNumber === 'number') {
    const offset = lines.offsetOf({ line: error.lineNumber, column: Number(error.column) + 1 });
    // Handlebars appends " - line:column".
    return [{ code: 'invalid_expression', message: `${error.message.replace(/ - \d+:\d+$/, '')}.`, offset }];
  }
  return [{ code: 'invalid_expression', message: 'Handlebars cannot read this template.', offset: 0 }];
}

function unexpected(data: string, offset: number, read: string): string {
  if (/^\{\{~?\s*(?:else|\^)/.test(read)) return 'This else is not in a block: write {{#if …}} before it.';
  if (/\{\{~?\s*$/.test(data.slice(Math.max(offset - 40, 0), offset))) {
    if (data.startsWith('}}', offset)) return 'This expression is empty: write the name of a variable in it.';
  }
  const within = expressionAround(data, offset);
  const operation = operationAt(within);
  if (operation !== null) return `"${operation.operator}" is not expected here. ${operation.instead}`;
  const text = excerpt(data, offset, read);
  return `${JSON.stringify(text)} is not expected here.${hintFor(text, within)}`;
}

/** The whole unexpected word, because Handlebars may stop at its first character. */
function excerpt(data: string, offset: number, read: string): string {
  if (read.length > 1) return read;
  const [word = read] = /^[^\s{}]{1,40}/.exec(data.slice(offset, offset + 40)) ?? [];
  return word;
}
