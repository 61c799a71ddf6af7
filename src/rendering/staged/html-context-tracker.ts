/**
 * Determines the escaping context of every expression in a template by reading the markup between expressions once,
 * character by character. Assumes that values are escaped, and so contain no markup.
 *
 * Modes and what ends them:
 *
 *   text         "<" → opening
 *   opening      letter → name;  "!" or "?" → declaration;  "/" stays, for an end tag;  else → text
 *   name         blank, "/" or ">" → tag
 *   tag          letter → attribute;  ">" → text, or raw after <script>, <style> and <title>
 *   attribute    "=" → equals;  blank, "/" or ">" → tag
 *   equals       quote → quoted;  ">" as in tag;  else → unquoted
 *   quoted       the same quote → tag
 *   unquoted     blank → tag;  ">" as in tag
 *   declaration  "--" → comment;  ">" → text
 *   comment      "-->" → text
 *   raw          the element's end tag → tag
 *
 * read() advances; passExpression() marks an expression; `context` is the context of a value there. To read the
 * branches of a block one after the other, take `state` before the block, returnTo() it for the next branch, and
 * merge() the end states of all branches.
 *
 * Once a value could change how the following markup is read, the tracker stays lost: an expression in a tag's name,
 * branches that end in different modes, markup that parsers read differently. The caller then treats no value as a slot
 * (handlebars/staging.ts), which is slower but always correct.
 */
import { settlesScheme } from '../domain/address.js';
import type { EscapingContext } from './escaping-context.js';
import type { MarkupRules } from './markup-rules.js';
import { PARSED_DIFFERENTLY, RAW_TEXT, SHAPES_TAGS } from './parsing-hazards.js';
import { FONT, TextCursor } from './text-cursor.js';
import { CONDITIONAL, contextOf, continuesLike, merged, START, type TrackerState } from './tracker-state.js';

const SPACE = /\s/;
/** Matches before a value that may be part of a reference, as in `&#{{number}};`, or of `<![endif]`. */
const BEGUN = /&#?\w*$|<![^>]*$/;
type Writable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** Tracks the context in a template's markup. See the top of this file. */
export class HtmlContextTracker {
  /** True once contexts are no longer reliable. */
  isLost = false;
  /** Mutable, because it changes with every character. */
  private readonly at: Writable<TrackerState> = { ...START };
  private readonly cursor = new TextCursor();

  constructor(private readonly rules: MarkupRules) {}

  private get tail(): string {
    return this.cursor.tail;
  }

  /** The context of an expression at this point. */
  get context(): EscapingContext {
    const context = contextOf(this.at, this.rules);
    const isPart = context.kind !== 'sheet' && BEGUN.test(this.tail);
    return isPart ? { ...context, kind: 'structure' } : context;
  }

  /** The quote that ends the current attribute value; null outside quoted values. */
  get openQuote(): string | null {
    return this.at.mode === 'quoted' ? this.at.quote : null;
  }

  /** A copy of everything that determines how the following markup is read. */
  get state(): TrackerState {
    return { ...this.at };
  }

  /** Returns to the state before a block, to read another branch. */
  returnTo(state: TrackerState): void {
    this.move(state);
    this.cursor.forget();
  }

  /** Continues after a block from the end states of its branches. Lost if these are incompatible. */
  merge(ends: readonly TrackerState[]): void {
    const [first = this.at] = ends;
    if (ends.some((end) => !continuesLike(first, end))) this.isLost = true;
    this.returnTo(merged(first, ends));
  }

  /** Marks an expression at this point. */
  passExpression(): void {
    const { mode, tag } = this.at;
    if (mode === 'declaration' && tag === '!--') this.move({ mode: 'comment' });
    else if (SHAPES_TAGS.has(mode)) this.isLost = true;
    this.move({ isAfterValue: true, isAfterSlash: false });
    this.cursor.forget();
  }

  /** Reads the text between two expressions. */
  read(text: string): void {
    const { cursor } = this;
    cursor.continueWith(text);
    while (!cursor.isAtEnd) {
      const { character } = cursor;
      const isPlain = this.skipPlain();
      if (!isPlain) this.readCharacter(character);
      this.at.isAfterValue = false;
      if (isPlain) continue;
      cursor.step();
      this.watchFonts(character);
    }
  }

  /** Skips characters that change nothing: text up to the next tag, and an address once its scheme is known. */
  private skipPlain(): boolean {
    const { mode, quote, isSettled, isInFonts } = this.at;
    const end = mode === 'text' ? '<' : mode === 'quoted' && isSettled ? quote : null;
    return end !== null && this.cursor.skipTo(end, isInFonts);
  }

  /** Tracks font lists, which MJML searches for between any quotes. */
  private watchFonts(character: string): void {
    if (character === '"' && this.at.isInFonts) this.move({ isInFonts: false });
    else if (character === ':' && this.at.endingTag !== '' && this.tail.toLowerCase() === FONT) {
      // MJML does not search the styles of the head.
      this.move({ isInFonts: this.at.endingTag !== 'mj-style' });
    }
  }

  private move(change: Partial<TrackerState>): void {
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
        } else this.at.tag += character.toLowerCase();
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
        else this.at.attribute += character;
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
        if (character === '>') this.closeTag(false);
        else if (SPACE.test(character)) this.move({ mode: 'tag' });
        return;
      case 'declaration':
        this.readDeclaration(character);
        return;
      case 'comment':
        if (character !== '>') return;
        // After a value that ends in dashes, this could end the comment.
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
      // Some parsers skip `</3` up to its end; others read it as text.
      if (this.at.isEndTag) this.isLost = true;
      this.move({ mode: character === '<' ? 'opening' : 'text', isEndTag: false });
    }
  }

  private readDeclaration(character: string): void {
    const { tag } = this.at;
    if (tag === '!--') {
      // Some parsers read `<!-->` and `<!--->` as whole comments.
      if (character === '>' || character === '-') this.isLost = true;
      this.move({ mode: 'comment', tag: character === '[' ? CONDITIONAL : tag });
    } else if (character === '>') this.move({ mode: 'text', tag: '' });
    else if (character === '-' && (tag === '!' || tag === '!-')) this.move({ tag: tag + character });
    else if (character === '[' && tag === '!') {
      // `<![endif]>` ends at its bracket; parsers disagree on where `<![CDATA[` ends.
      this.move({ tag: '![' });
    } else {
      if (tag === '![' && character.toLowerCase() === 'c') this.isLost = true;
      this.move({ tag: `${tag[0]} ` });
    }
  }

  private readInTag(character: string): void {
    const { isAfterValue, isAfterSlash } = this.at;
    if (character === '>') {
      // A value that ends in a slash would close the element.
      if (isAfterValue) this.isLost = true;
      this.closeTag(isAfterSlash);
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
    else if (character === '>') this.closeTag(false);
    else if (!SPACE.test(character)) this.move({ mode: 'unquoted' });
  }

  private closeTag(isSelfClosing: boolean): void {
    const { tag, isEndTag, endingTag } = this.at;
    this.move({ ...START, endingTag, isInFonts: this.at.isInFonts });
    const { endingTags } = this.rules;
    const isOwn = tag.startsWith('mj');
    if (PARSED_DIFFERENTLY.has(tag)) this.isLost = true;
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
