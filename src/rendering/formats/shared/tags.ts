import { Tokenizer } from 'htmlparser2';

/** A part of markup: a tag, or the text or a comment between tags. */
export type MarkupPart =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'comment'; readonly start: number; readonly end: number; readonly isClosed: boolean }
  | StartTag
  | { readonly kind: 'close'; readonly start: number; readonly end: number; readonly name: string };

export interface StartTag {
  readonly kind: 'open';
  readonly start: number;
  readonly end: number;
  /** In lower case. */
  readonly name: string;
  readonly isSelfClosing: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  /** The offsets of each attribute and of its value, by the names in `attributes`. */
  readonly places: ReadonlyMap<string, AttributeLocation>;
}

export interface AttributeLocation {
  readonly start: number;
  readonly valueStart: number;
}

/** A text and its parts. */
export interface ReadMarkup {
  readonly text: string;
  readonly parts: readonly MarkupPart[];
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const NO_PLACES: ReadonlyMap<string, AttributeLocation> = new Map();

export function readMarkup(text: string): ReadMarkup {
  return { text, parts: partsOf(text) };
}

/**
 * Splits markup with the tokenizer of MJML's parser (htmlparser2, not in XML mode). Accepts any text and takes linear
 * time. A tag that is cut off by the end of the text counts as a tag.
 */
export function partsOf(markup: string): readonly MarkupPart[] {
  const reader = new PartReader(markup);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  tokenizer.write(markup);
  tokenizer.end();
  return reader.parts;
}

type TokenizerCallbacks = ConstructorParameters<typeof Tokenizer>[1];

interface UnfinishedTag {
  readonly start: number;
  readonly name: string;
  attributes: Map<string, string> | null;
  places: Map<string, AttributeLocation> | null;
}

/** Collects parts from the tokenizer's callbacks, which report where names begin, not the brackets before them. */
class PartReader implements TokenizerCallbacks {
  readonly parts: MarkupPart[] = [];
  private tag: UnfinishedTag | null = null;
  private attribute: { readonly start: number; readonly end: number } | null = null;
  private value: { readonly start: number; readonly end: number } | null = null;

  constructor(private readonly markup: string) {}

  ontext(start: number, end: number): void {
    // The text may end within an end tag.
    if (start >= 0) this.parts.push({ kind: 'text', start, end });
  }

  onopentagname(start: number, end: number): void {
    const name = this.markup.slice(start, end).toLowerCase();
    this.tag = { start: start - 1, name, attributes: null, places: null };
  }

  onattribname(start: number, end: number): void {
    this.attribute = { start, end };
  }

  onattribdata(start: number, end: number): void {
    this.value = { start: this.value?.start ?? start, end };
  }

  onattribend(): void {
    const { attribute, value, tag } = this;
    this.attribute = null;
    this.value = null;
    if (attribute === null || tag === null) return;
    const name = this.markup.slice(attribute.start, attribute.end);
    tag.attributes ??= new Map();
    tag.places ??= new Map();
    if (tag.attributes.has(name)) return;
    tag.attributes.set(name, value === null ? '' : this.markup.slice(value.start, value.end));
    tag.places.set(name, { start: attribute.start, valueStart: value?.start ?? attribute.end });
  }

  onopentagend(end: number): void {
    this.endTag(end + 1, false);
  }

  onselfclosingtag(end: number): void {
    this.endTag(end + 1, true);
  }

  onclosetag(nameStart: number, nameEnd: number): void {
    const name = this.markup.slice(nameStart, nameEnd).toLowerCase();
    const closing = this.markup.indexOf('>', nameEnd);
    const end = closing < 0 ? this.markup.length : closing + 1;
    this.parts.push({ kind: 'close', start: this.markup.lastIndexOf('<', nameStart), end, name });
  }

  oncomment(textStart: number, textEnd: number): void {
    const start = this.markup.lastIndexOf('<', textStart - 1);
    // To parsers, `</3>` is a comment that ends like a tag.
    const isClosed = textEnd < this.markup.length;
    const end = isClosed ? this.markup.indexOf('>', textEnd) + 1 : textEnd;
    this.parts.push({ kind: 'comment', start, end, isClosed });
  }

  onend(): void {
    if (this.attribute !== null) this.onattribend();
    if (this.tag !== null) this.endTag(this.markup.length, false);
  }

  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onattribentity(): void {}
  ontextentity(): void {}

  private endTag(end: number, isSelfClosing: boolean): void {
    if (this.tag === null) return;
    const { start, name, attributes, places } = this.tag;
    this.parts.push({
      kind: 'open',
      start,
      end,
      name,
      isSelfClosing,
      attributes: attributes ?? NO_ATTRIBUTES,
      places: places ?? NO_PLACES,
    });
    this.tag = null;
  }
}
