import Handlebars from 'handlebars';
import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { openEnds } from './expression-limits.js';

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

/** A template that Handlebars cannot read. */
export class UnreadableTemplate extends Error {
  constructor(readonly faults: readonly SourceFault[]) {
    super(faults[0]?.message);
  }
}

/** Thrown by the parser in place of its own error, which knows the line but not the column. */
class Unexpected extends Error {
  constructor(
    readonly line: number,
    readonly column: number,
    /** The text that was read; null at the end of the template. */
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

/** The syntax tree of a template. @throws UnreadableTemplate */
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
  const text = excerpt(data, offset, read);
  return `${JSON.stringify(text)} is not expected here.${hintFor(text)}`;
}

/** A path with the index or the name of a member in brackets, without the dot that handlebars wants before them. */
const BRACKETS = /(?<=[\w\])])\[(?:'([^']*)'|"([^"]*)"|(\w+))\]/g;

/** A hint for syntax of other template languages. */
function hintFor(text: string): string {
  const dotted = text.replace(BRACKETS, (_, ...names) => `.[${names.find(Boolean)}]`);
  if (dotted !== text) return ` Write ${dotted}, with a dot before the [.`;
  if (/^\|(?!\|)/.test(text))
    return ' There are no filters: write the name of the variable alone, or a helper before it, as in {{formatDate date}}.';
  const instead = OPERATORS.find(([operator]) => text.startsWith(operator));
  if (instead !== undefined) return ` ${instead[1]}`;
  const way = FOREIGN.find(([written]) => written.test(text));
  if (way !== undefined) return ` ${text.replace(...way).slice(0, MAX_HINT)}`;
  return text.startsWith(')') ? ' No ( is open that it could close.' : '';
}

/** Operators of other languages, the longer ones first, and the helpers in their place. */
const OPERATORS: readonly (readonly [operator: string, instead: string])[] = [
  ['!=', 'To ask whether values differ, write {{#if (ne language "sv")}}.'],
  ['=', 'To compare values, write {{#if (eq language "sv")}}.'],
  ['&', 'To ask whether both are there, write {{#if (and a b)}}.'],
  ['||', 'To ask whether one of them is there, write {{#if (or a b)}}.'],
  ['!', 'To ask whether there is no value, write {{#if (not a)}}.'],
  ['<', 'To compare numbers, write {{#if (lt a b)}}, or lte for at most.'],
  ['>', 'To compare numbers, write {{#if (gt a b)}}, or gte for at least.'],
];

const MAX_HINT = 160;
/** Words of other languages, the whole of each, and what to say about it; $1 is the part that handlebars would know. */
const FOREIGN: readonly (readonly [written: RegExp, hint: string])[] = [
  [/^\$(\w+)->(\w+).*$/s, 'Write {{$1.$2}}.'],
  [/^\.([\w.]*\w).*$/s, 'Write {{$1}}, without the dot before it.'],
  [/^var:(\w+).*$/s, 'Write {{$1}}, or {{default $1 "otherwise"}}.'],
  [/^([\w.]*\w)\(.*$/s, 'Variables are not called: write {{$1}} without parentheses.'],
  [/^(\w[\w.]*)\?\?.*$/s, 'For when there is no value, write {{default $1 "otherwise"}}.'],
  [/^\?.*$/s, 'To choose between two texts, write {{#if value}}…{{else}}…{{/if}}.'],
  [/^`.*$/s, 'To compare, write {{#if (eq a b)}}, or ne, gt, gte, lt or lte in place of eq.'],
  [
    /^(?:[\w.]+)?[+*/].*$/s,
    'There is no arithmetic: have the result in the data, or number a list with <ol>.',
  ],
];

/** The word that could not be read. Handlebars may stop at its first character; the whole word is clearer. */
function excerpt(data: string, offset: number, read: string): string {
  if (read.length > 1) return read;
  const [word = read] = /^[^\s{}]{1,40}/.exec(data.slice(offset, offset + 40)) ?? [];
  return word;
}
