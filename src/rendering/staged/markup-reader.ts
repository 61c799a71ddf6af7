import { settlesScheme } from '../domain/address.js';
import { isReadOnAs, joined, type Mode, placeAt, type Position, START } from './markup-position.js';
import type { MarkupRules, Place } from './place.js';

const SPACE = /\s/;
/** Elements whose content is text up to their own end tag. */
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'title']);
/** Elements that parsers read each in their own way. */
const DOUBTFUL: ReadonlySet<string> = new Set([
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'noscript',
  'plaintext',
  'template',
  'svg',
  'math',
]);
const FONT = 'font-family:';
/** What comes next may be a part of it, as in `&#{{number}};`. */
const BEGUN_REFERENCE = /&#?\w*$/;
/** Where a value decides what a tag is, or where it ends. */
const SHAPES_TAGS: ReadonlySet<Mode> = new Set([
  'opening',
  'name',
  'attribute',
  'equals',
  'unquoted',
  'declaration',
]);

type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/**
 * Reads the markup of a template piece by piece, expressions in between, and knows where each of them stands. Values
 * are taken to hold no markup, as they are escaped. Where the markup is such that a value could change how what follows
 * is read, the reader is lost: then no place can be trusted.
 */
export class MarkupReader {
  isLost = false;
  /** Changed in place: a template is read character by character. */
  private readonly at: Writable<Position> = { ...START };
  /** The end of what has been read, for tags and comments that are spread over pieces. */
  private tail = '';

  constructor(private readonly rules: MarkupRules) {}

  /** Where the next expression would stand. */
  get place(): Place {
    const place = placeAt(this.at, this.rules);
    return BEGUN_REFERENCE.test(this.tail) ? { ...place, kind: 'structure' } : place;
  }

  /** The quote that ends the attribute's value which is being read; null elsewhere. */
  get openQuote(): string | null {
    return this.at.mode === 'quoted' ? this.at.quote : null;
  }

  /** All that decides how what follows is read. */
  get position(): Position {
    return { ...this.at };
  }

  /** Goes back to where a block began, to read its other branch. */
  returnTo(position: Position): void {
    this.move(position);
    this.tail = '';
  }

  /** After a block: what each of its branches left behind has to be read on in the same way. */
  join(ends: readonly Position[]): void {
    const [first = this.at] = ends;
    if (ends.some((end) => !isReadOnAs(first, end))) this.isLost = true;
    this.returnTo(joined(first, ends));
  }

  /** An expression stands here. */
  meetValue(): void {
    const { mode, tag } = this.at;
    if (mode === 'declaration' && tag === '!--') this.move({ mode: 'comment' });
    else if (SHAPES_TAGS.has(mode)) this.isLost = true;
    this.move({ isAfterValue: true, isAfterSlash: false });
    this.tail = '';
  }

  read(text: string): void {
    const mayHoldFonts = this.at.isInFonts || (this.tail + text).toLowerCase().includes(FONT);
    let index = 0;
    while (index < text.length) {
      const plainEnd = mayHoldFonts ? index : this.endOfPlain(text, index);
      const next = Math.max(plainEnd, index + 1);
      const character = text[index] ?? '';
      if (plainEnd === index) this.readCharacter(character);
      this.at.isAfterValue = false;
      this.tail = (this.tail + text.slice(Math.max(index, next - FONT.length), next)).slice(-FONT.length);
      if (mayHoldFonts) this.watchFonts(character);
      index = next;
    }
  }

  /** The end of what changes nothing from `index` on: text up to the next tag, and values that have their scheme. */
  private endOfPlain(text: string, index: number): number {
    const { mode, quote, isSettled } = this.at;
    const end = mode === 'text' ? '<' : mode === 'quoted' && isSettled ? quote : null;
    if (end === null) return index;
    const found = text.indexOf(end, index);
    return found < 0 ? text.length : found;
  }

  /** MJML looks for fonts between quotes, wherever these are. */
  private watchFonts(character: string): void {
    if (character === '"' && this.at.isInFonts) this.move({ isInFonts: false });
    else if (character === ':' && this.at.endingTag !== '' && this.tail.toLowerCase() === FONT) {
      // Styles of the head are not among what is searched.
      this.move({ isInFonts: this.at.endingTag !== 'mj-style' });
    }
  }

  private move(change: Partial<Position>): void {
    Object.assign(this.at, change);
  }

  private readCharacter(character: string): void {
    switch (this.at.mode) {
      case 'text':
        if (character === '<') this.move({ mode: 'opening', isEndTag: false, tag: '' });
        return;
      case 'opening':
        this.readOpening(character);
        return;
      case 'name':
        if (character === '>' || character === '/' || SPACE.test(character)) {
          this.move({ mode: 'tag' });
          this.readInTag(character);
        } else this.move({ tag: this.at.tag + character.toLowerCase() });
        return;
      case 'tag':
        this.readInTag(character);
        return;
      case 'attribute':
        if (character === '=') this.move({ mode: 'equals' });
        else if (character === '>' || character === '/') {
          this.move({ mode: 'tag' });
          this.readInTag(character);
        } else if (SPACE.test(character)) this.move({ mode: 'tag' });
        else this.move({ attribute: this.at.attribute + character });
        return;
      case 'equals':
        this.readBeforeValue(character);
        return;
      case 'quoted':
        if (character === this.at.quote)
          this.move({ mode: 'tag', quote: '', attribute: '', isSettled: false });
        else if (settlesScheme(character)) this.move({ isSettled: true });
        return;
      case 'unquoted':
        if (character === '>') this.endTag(false);
        else if (SPACE.test(character)) this.move({ mode: 'tag' });
        return;
      case 'declaration':
        this.readDeclaration(character);
        return;
      case 'comment':
        if (character !== '>') return;
        // With a value that ends in dashes this could be the end of the comment.
        if (this.tail === '' || this.tail === '-') this.isLost = true;
        if (this.tail.endsWith('--')) this.move({ mode: 'text', tag: '' });
        return;
      case 'raw':
        this.readRaw(character);
    }
  }

  private readOpening(character: string): void {
    if (character === '/' && !this.at.isEndTag) this.move({ isEndTag: true });
    else if (character === '!' || character === '?') this.move({ mode: 'declaration', tag: character });
    else if (/[a-z]/i.test(character)) this.move({ mode: 'name', tag: character.toLowerCase() });
    else {
      // `</3` is skipped up to its end by some and taken for text by others.
      if (this.at.isEndTag) this.isLost = true;
      this.move({ mode: character === '<' ? 'opening' : 'text', isEndTag: false });
    }
  }

  private readDeclaration(character: string): void {
    const { tag } = this.at;
    if (tag === '!--') {
      // `<!-->` and `<!--->` are whole comments to some.
      if (character === '>' || character === '-') this.isLost = true;
      this.move({ mode: 'comment' });
    } else if (character === '>') this.move({ mode: 'text', tag: '' });
    else if (character === '-' && (tag === '!' || tag === '!-')) this.move({ tag: tag + character });
    else if (character === '[' && tag === '!') {
      // `<![endif]>` ends at its bracket; `<![CDATA[` is read to other ends by some.
      this.move({ tag: '![' });
    } else {
      if (tag === '![' && character.toLowerCase() === 'c') this.isLost = true;
      this.move({ tag: `${tag[0]} ` });
    }
  }

  private readInTag(character: string): void {
    const { isAfterValue, isAfterSlash } = this.at;
    if (character === '>') {
      // A value that ends in a slash would make the tag a whole element.
      if (isAfterValue) this.isLost = true;
      this.endTag(isAfterSlash);
    } else if (character === '/') this.move({ isAfterSlash: true });
    else if (SPACE.test(character)) this.move({ isAfterSlash: false });
    else {
      if (isAfterValue) this.isLost = true;
      this.move({ mode: 'attribute', attribute: character, isAfterSlash: false });
    }
  }

  private readBeforeValue(character: string): void {
    if (character === '"' || character === "'")
      this.move({ mode: 'quoted', quote: character, isSettled: false });
    else if (character === '>') this.endTag(false);
    else if (!SPACE.test(character)) this.move({ mode: 'unquoted' });
  }

  private endTag(isSelfClosing: boolean): void {
    const { tag, isEndTag, endingTag } = this.at;
    this.move({ ...START, endingTag, isInFonts: this.at.isInFonts });
    const { endingTags } = this.rules;
    const isOwn = tag.startsWith('mj');
    if (DOUBTFUL.has(tag)) this.isLost = true;
    if (!isEndTag && !isSelfClosing && RAW_TEXT.has(tag)) this.move({ mode: 'raw', tag });
    if (endingTags === null) return;
    if (endingTag === '') {
      if (!isOwn) this.isLost = true;
      else if (!isEndTag && !isSelfClosing && endingTags.has(tag)) this.move({ endingTag: tag });
    } else if (isEndTag && tag === endingTag) this.move({ endingTag: '' });
    else if (isOwn) this.isLost = true;
  }

  private readRaw(character: string): void {
    const end = `</${this.at.tag}`;
    const isEnd = character === '>' || character === '/' || SPACE.test(character);
    if (!isEnd || !this.tail.toLowerCase().endsWith(end)) return;
    this.move({ mode: 'tag', isEndTag: true });
    this.readInTag(character);
  }
}
