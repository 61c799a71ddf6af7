/** `block` opens a block, `chain` is an else with a condition, `end` closes a block. */
export type ExpressionKind = 'value' | 'block' | 'else' | 'chain' | 'end' | 'comment';

/** One `{{…}}` of a template, found without parsing it. */
export interface Expression {
  readonly kind: ExpressionKind;
  readonly start: number;
  readonly end: number;
  /** False if the text ends within the expression. */
  readonly isClosed: boolean;
  readonly parentheses: number;
  /** The number of dots and slashes, as in `document.data.name`. */
  readonly separators: number;
}

const OPENING = /\{\{~?(?:(!--)|(!)|(?:\^|\s*else)\s*~?(?=\}\})|\s*(else)\b|(#>?\*?|\^)|(\/)|(\{)|[>&*])?/y;
const COMMENT_END = /--~?\}\}/g;

/** All expressions of a template in order, in one pass. Skips text that Handlebars prints literally. */
export function* expressionsOf(data: string): Generator<Expression> {
  let from = 0;
  for (;;) {
    const start = data.indexOf('{{', from);
    if (start < 0) return;
    if (isEscaped(data, from, start)) {
      from = start + 2;
      continue;
    }
    const expression = data.startsWith('{{{{', start) ? rawBlock(data, start) : expressionAt(data, start);
    yield expression;
    from = expression.end;
  }
}

/** The offset of the innermost unclosed parenthesis of an expression, or null. */
export function openParenthesis(data: string, { start, end }: Expression): number | null {
  const open: number[] = [];
  for (let at = start; at < end; at += 1) {
    const character = data[at];
    if (character === '"' || character === "'") at = endOfQuoted(data, at, character);
    else if (character === '[') at = endOfQuoted(data, at, ']');
    else if (character === '(') open.push(at);
    else if (character === ')') open.pop();
  }
  return open.at(-1) ?? null;
}

/** The else and end expressions of a block, if all blocks after its beginning are closed. */
export function restOfBlock(data: string, { start }: Expression): readonly Expression[] {
  const rest: Expression[] = [];
  let depth = 0;
  for (const expression of expressionsOf(data)) {
    const { kind } = expression;
    if (expression.start <= start) continue;
    if (depth === 0 && (kind === 'else' || kind === 'chain' || kind === 'end')) rest.push(expression);
    if (depth === 0 && kind === 'end') break;
    if (kind === 'block') depth += 1;
    if (kind === 'end') depth -= 1;
  }
  return rest;
}

/** `\{{` is literal text; `\\{{` is a backslash and an expression. */
function isEscaped(data: string, from: number, start: number): boolean {
  const before = data.slice(Math.max(from, start - 2), start);
  return before.endsWith('\\') && before !== '\\\\';
}

function expressionAt(data: string, start: number): Expression {
  OPENING.lastIndex = start;
  const opening = OPENING.exec(data) ?? [''];
  const [text = '', longComment, comment, chain, block, end, unescaped] = opening;
  if (longComment !== undefined)
    return commentUntil(data, start, endOfLongComment(data, start + text.length));
  if (comment !== undefined) return commentUntil(data, start, after(data, '}}', start + text.length));
  const body = scanBody(data, start + text.length, unescaped !== undefined);
  return { kind: kindOf(text, { chain, block, end }), start, ...body };
}

function kindOf(
  text: string,
  { chain, block, end }: Readonly<Record<'chain' | 'block' | 'end', string | undefined>>,
): ExpressionKind {
  if (block !== undefined) return 'block';
  if (end !== undefined) return 'end';
  if (chain !== undefined) return 'chain';
  return /^\{\{~?(\^|\s*else)/.test(text) ? 'else' : 'value';
}

/** Reads up to the closing braces. Ignores braces inside quotes and brackets. */
function scanBody(data: string, from: number, isUnescaped: boolean): Omit<Expression, 'kind' | 'start'> {
  let parentheses = 0;
  let separators = 0;
  for (let at = from; at < data.length; at += 1) {
    const character = data[at];
    if (character === '"' || character === "'") at = endOfQuoted(data, at, character);
    else if (character === '[') at = endOfQuoted(data, at, ']');
    else if (character === '(') parentheses += 1;
    else if (character === '.' || character === '/') separators += 1;
    else if (character === '}' && data[at + 1] === '}') {
      const end = at + (isUnescaped && data[at + 2] === '}' ? 3 : 2);
      return { end, isClosed: true, parentheses, separators };
    }
  }
  return { end: data.length, isClosed: false, parentheses, separators };
}

/**
 * The offset of the closing quote or bracket, ignoring ones after a backslash. The end of the text if there is none.
 */
function endOfQuoted(data: string, open: number, closing: string): number {
  for (let at = data.indexOf(closing, open + 1); at >= 0; at = data.indexOf(closing, at + 1)) {
    if (data[at - 1] !== '\\') return at;
  }
  return data.length;
}

/** `{{{{name}}}} … {{{{/name}}}}`, whose content is literal text. */
function rawBlock(data: string, start: number): Expression {
  let depth = 1;
  for (let at = data.indexOf('{{{{', start + 4); at >= 0; at = data.indexOf('{{{{', at + 4)) {
    depth += data[at + 4] === '/' ? -1 : 1;
    if (depth === 0) return commentUntil(data, start, after(data, '}}}}', at));
  }
  return commentUntil(data, start, null);
}

function commentUntil(data: string, start: number, end: number | null): Expression {
  const isClosed = end !== null;
  return { kind: 'comment', start, end: end ?? data.length, isClosed, parentheses: 0, separators: 0 };
}

function endOfLongComment(data: string, from: number): number | null {
  COMMENT_END.lastIndex = from;
  return COMMENT_END.exec(data) === null ? null : COMMENT_END.lastIndex;
}

function after(data: string, text: string, from: number): number | null {
  const at = data.indexOf(text, from);
  return at < 0 ? null : at + text.length;
}
