/** What a pass over markup meets: the tags, and the text and comments between them. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'comment'; readonly start: number; readonly end: number; readonly isClosed: boolean }
  | {
      readonly kind: 'open';
      readonly start: number;
      readonly end: number;
      /** In lower case. */
      readonly name: string;
      readonly isSelfClosing: boolean;
      readonly attributes: ReadonlyMap<string, string>;
      /** Where each attribute begins, and where its value does; by the names in `attributes`. */
      readonly places: ReadonlyMap<string, AttributePlace>;
    }
  | { readonly kind: 'close'; readonly start: number; readonly end: number; readonly name: string };

export interface AttributePlace {
  readonly start: number;
  readonly valueStart: number;
}

const NAME = /[a-z][^\s/>]*/iy;
const SPACE = /\s*/y;
const ATTRIBUTE_NAME = /[^\s/>=][^\s/>=]*|=[^\s/>=]*/y;
const UNQUOTED_VALUE = /[^\s>]*/y;
/** Elements whose content is text up to their own end tag. */
const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea']);

/**
 * Reads markup as MJML's parser does (htmlparser2, not in its XML mode), in one pass and whatever the text is. What is
 * read never goes backwards, so it takes time in proportion to the text.
 */
export function* partsOf(markup: string): Generator<MarkupPart> {
  let at = 0;
  while (at < markup.length) {
    const start = markup.indexOf('<', at);
    const part = start < 0 ? null : partAt(markup, start);
    if (start < 0 || start > at) yield { kind: 'text', start: at, end: start < 0 ? markup.length : start };
    if (start < 0) return;
    if (part === null) {
      yield { kind: 'text', start, end: start + 1 };
      at = start + 1;
      continue;
    }
    if (part !== 'declaration') yield part;
    at = part === 'declaration' ? endOf(markup, '>', start) : part.end;
    if (part !== 'declaration' && part.kind === 'open' && RAW_TEXT.has(part.name) && !part.isSelfClosing) {
      at = endOfRawText(markup, part.name, at);
    }
  }
}

/** The tag, comment or declaration at a `<`; null where it is only a character. */
function partAt(markup: string, start: number): Exclude<MarkupPart, { kind: 'text' }> | 'declaration' | null {
  if (markup.startsWith('<!--', start)) {
    const end = markup.indexOf('-->', start + 4);
    return { kind: 'comment', start, end: end < 0 ? markup.length : end + 3, isClosed: end >= 0 };
  }
  if (markup[start + 1] === '!' || markup[start + 1] === '?') return 'declaration';
  const isClosing = markup[start + 1] === '/';
  const written = match(NAME, markup, start + (isClosing ? 2 : 1));
  if (written === '') return null;
  if (isClosing) return { kind: 'close', start, end: endOf(markup, '>', start), name: written.toLowerCase() };
  return openTag(markup, start, written);
}

function openTag(markup: string, start: number, written: string): MarkupPart & { kind: 'open' } {
  const name = written.toLowerCase();
  const attributes = new Map<string, string>();
  const places = new Map<string, AttributePlace>();
  let at = start + 1 + written.length;
  while (at < markup.length) {
    at += match(SPACE, markup, at).length;
    const isSelfClosing = markup.startsWith('/>', at);
    if (isSelfClosing || markup[at] === '>') {
      return {
        kind: 'open',
        start,
        end: at + (isSelfClosing ? 2 : 1),
        name,
        isSelfClosing,
        attributes,
        places,
      };
    }
    const attributeStart = at;
    const attribute = match(ATTRIBUTE_NAME, markup, at);
    at += Math.max(attribute.length, 1);
    const { value, valueStart, end } = valueAt(markup, at);
    at = end;
    if (attribute === '' || attributes.has(attribute)) continue;
    attributes.set(attribute, value);
    places.set(attribute, { start: attributeStart, valueStart });
  }
  return { kind: 'open', start, end: markup.length, name, isSelfClosing: false, attributes, places };
}

interface AttributeValue {
  readonly value: string;
  readonly valueStart: number;
  readonly end: number;
}

/** The value after an attribute's name, and where it ends; '' and the same place where there is none. */
function valueAt(markup: string, from: number): AttributeValue {
  let at = from + match(SPACE, markup, from).length;
  if (markup[at] !== '=') return { value: '', valueStart: from, end: from };
  at += 1;
  at += match(SPACE, markup, at).length;
  const quote = markup[at];
  if (quote === '"' || quote === "'") {
    const valueStart = at + 1;
    const closing = markup.indexOf(quote, valueStart);
    const valueEnd = closing < 0 ? markup.length : closing;
    const end = Math.min(valueEnd + 1, markup.length);
    return { value: markup.slice(valueStart, valueEnd), valueStart, end };
  }
  const value = match(UNQUOTED_VALUE, markup, at);
  return { value, valueStart: at, end: at + value.length };
}

function endOfRawText(markup: string, name: string, from: number): number {
  const ending = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  ending.lastIndex = from;
  return ending.exec(markup)?.index ?? markup.length;
}

function endOf(markup: string, text: string, from: number): number {
  const at = markup.indexOf(text, from);
  return at < 0 ? markup.length : at + text.length;
}

/** What a sticky expression matches at an offset. */
function match(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? '';
}
