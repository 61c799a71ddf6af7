import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { cssFaults } from '../shared/css-check.js';
import { type CheckedTemplate, FILLER } from '../shared/format.js';
import {
  HOLDS_HTML,
  HOLDS_NO_TEXT,
  isKnownElement,
  isMisspelt,
  missingRoot,
  unclosedElement,
  unexpectedEnd,
  unknownElement,
} from './elements.js';
import { brokenQuotes } from './quote-check.js';
import { type MarkupPart, partsOf } from '../shared/tags.js';

/** In place of an offset: the whole template. */
const WHOLE = -1;
/** After this many, the rest are mostly consequences. */
export const MAX_STRUCTURE_FAULTS = 100;
/** Matches a printed value, or the first other character. */
const LOST = new RegExp(`(${FILLER}+)|[^\\s${FILLER}]`, 'g');
/** How much of a text a message shows. */
const MAX_SHOWN = 60;
/** Elements that MJML outputs unchanged within HTML content, where they are harmless. */
const HARMLESS_IN_HTML = new Set(['mj-raw', 'mj-spacer']);
/** Elements of which MJML uses only the first. */
const ONLY_ONE = new Set(['mj-body', 'mj-head']);

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** The start of the element's content. */
  readonly inside: number;
  /** MJML elements in an element that accepts only HTML. If it is not closed, they may belong after it. */
  readonly misplaced: SourceFault[];
}

/** An element without an end tag. Its content may be meant to be elsewhere. */
export interface UnclosedElement {
  readonly name: string;
  readonly start: number;
  /** The end of the enclosing element. */
  readonly end: number;
}

export interface Structure {
  /** The first hundred faults. */
  readonly faults: readonly SourceFault[];
  readonly unclosed: readonly UnclosedElement[];
}

/**
 * Finds what MJML would silently drop or misplace: tags not closed or closed twice, ignored text and elements,
 * mismatched quotes, includes, broken style sheets, a missing root or body. Takes linear time.
 */
export function structureOf(
  variant: string,
  template: Pick<CheckedTemplate, 'data' | 'rawValues'> = { data: variant, rawValues: [] },
): Structure {
  const check = new StructureCheck(variant, template);
  for (const part of partsOf(variant)) {
    check.see(part);
    if (check.isFull) break;
  }
  return check.end();
}

class StructureCheck {
  private readonly faults: SourceFault[] = [];
  private readonly unclosed: UnclosedElement[] = [];
  private readonly open: OpenElement[] = [];
  /** The number of open elements by name. */
  private readonly openCounts = new Map<string, number>();
  /** The number of open elements with HTML content. */
  private htmlDepth = 0;
  /** The kind of unknown element that starts before. Its content is lost with it and not reported separately. */
  private unknown: 'html' | 'mjml' | null = null;
  /** Elements whose loose text has already been reported. */
  private readonly loose = new Set<OpenElement | undefined>();
  private root: OpenElement | null = null;
  /** The first of each element that may occur only once. */
  private readonly firsts = new Map<string, number>();
  /** True if an unclosed comment swallows the rest of the template, which might close anything. */
  private isCutOff = false;
  /** True if an expression may print the root or the body. */
  private isOpenEnded = false;

  get isFull(): boolean {
    return this.faults.length >= MAX_STRUCTURE_FAULTS;
  }

  constructor(
    private readonly variant: string,
    private readonly template: Pick<CheckedTemplate, 'data' | 'rawValues'>,
  ) {}

  see(part: MarkupPart): void {
    if (part.kind === 'text') this.seeText(part.start, part.end);
    else if (part.kind === 'open') this.seeOpening(part);
    else if (part.kind === 'close') this.seeClosing(part.name, part.start);
    else if (!part.isClosed) {
      this.isCutOff = true;
      const message = 'This comment is never closed, so all that follows is hidden: write --> where it ends.';
      this.note(part.start, 'unclosed_comment', message);
    }
  }

  end(): Structure {
    const { faults, unclosed } = this;
    if (this.isCutOff) return { faults, unclosed };
    this.closeDownTo(0, { at: this.variant.length });
    const isNoTemplate = this.root === null && (!this.isOpenEnded || this.loose.has(undefined));
    if (isNoTemplate) {
      // This is not MJML at all, so further faults would be meaningless.
      const fault = { code: 'root_missing', message: missingRoot(this.variant), offset: WHOLE };
      return { faults: [fault], unclosed };
    }
    if (this.root !== null && !this.firsts.has('mj-body') && !this.isOpenEnded) {
      const message = 'There is no <mj-body> in <mjml>: write one around the sections.';
      this.note(this.root.start, 'body_missing', message);
    }
    return { faults, unclosed };
  }

  private seeText(start: number, end: number): void {
    const parent = this.open.at(-1);
    if (this.htmlDepth > 0) return;
    const lost = this.lostIn(start, end);
    if (lost === null || this.unknown !== null || this.loose.has(parent)) return;
    if (parent !== undefined && !HOLDS_NO_TEXT.has(parent.name)) return;
    this.loose.add(parent);
    const place = parent === undefined ? 'outside <mjml>' : `directly in <${parent.name}>`;
    this.note(lost.offset, 'text_lost', `${lost.what} ${place} would not be sent. Put it into an mj-text.`);
  }

  /** The first word or value of a text, without values that may print elements. */
  private lostIn(start: number, end: number): { readonly what: string; readonly offset: number } | null {
    const { data, rawValues } = this.template;
    LOST.lastIndex = start;
    for (let found = LOST.exec(this.variant); found !== null; found = LOST.exec(this.variant)) {
      const { 1: value, index } = found;
      if (index >= end) return null;
      if (value === undefined) return { what: 'Text', offset: index };
      if (!rawValues.some((offset) => index <= offset && offset < index + value.length)) {
        const written = data.slice(index, index + Math.min(value.length, end - index));
        const [expression = written] = /^\{\{[^]*?\}\}/.exec(written) ?? [];
        return { what: expression.length > MAX_SHOWN ? 'This value' : expression, offset: index };
      }
      if (this.open.length <= 1 && this.unknown === null) this.isOpenEnded = true;
    }
    return null;
  }

  private seeOpening(tag: MarkupPart & { kind: 'open' }): void {
    const { name, start, end, isSelfClosing } = tag;
    if (!name.startsWith('mj')) {
      if (this.htmlDepth > 0 || this.unknown === 'mjml') return;
      this.unknown = 'html';
      this.note(start, 'unknown_element', unknownElement(name));
      return;
    }
    this.unknown = isSelfClosing || isKnownElement(name) ? null : 'mjml';
    if (name === 'mj-include') {
      const message = 'mj-include is not available: make the file a snippet, and include it with {{> name}}.';
      this.note(start, 'include_refused', message);
      return;
    }
    for (const { offset, message } of brokenQuotes(this.variant, tag)) {
      this.note(offset, 'unclosed_quote', message);
    }
    const element = { name, start, inside: end, misplaced: [] };
    const parent = this.open.at(-1);
    this.judgeParent(name, start, parent);
    if (parent === undefined && name === 'mjml') this.root ??= element;
    if (parent !== undefined && parent === this.root && ONLY_ONE.has(name)) this.seeOnlyOne(name, start);
    // It has no effect, closed or not.
    const isSpacerInHtml = this.htmlDepth > 0 && name === 'mj-spacer';
    if (isSelfClosing || isSpacerInHtml) return;
    this.open.push(element);
    this.openCounts.set(name, this.countOf(name) + 1);
    if (HOLDS_HTML.has(name)) this.htmlDepth += 1;
  }

  private seeOnlyOne(name: string, start: number): void {
    const first = this.firsts.get(name);
    if (first === undefined) return void this.firsts.set(name, start);
    const { line } = new TextLines(this.variant).locationOf(first);
    const message = `This second <${name}> would not be sent: move its content into the <${name}> in line ${line}.`;
    this.note(start, 'second_element', message);
  }

  private judgeParent(name: string, start: number, parent: OpenElement | undefined): void {
    if (parent === undefined && this.root !== null) {
      const message = `<${name}> comes after </mjml> and would not be sent: move it into the mj-body.`;
      this.note(start, 'misplaced_element', message);
    } else if (parent !== undefined && HOLDS_HTML.has(parent.name) && !HARMLESS_IN_HTML.has(name)) {
      const message = `<${name}> cannot be in <${parent.name}>, which holds text and HTML: close <${parent.name}> before it.`;
      parent.misplaced.push({ code: 'misplaced_element', message, offset: start });
    }
  }

  private seeClosing(name: string, start: number): void {
    if (!name.startsWith('mj') || name === 'mj-include') return;
    this.unknown = null;
    if (this.countOf(name) === 0) {
      if (this.htmlDepth > 0 && name === 'mj-spacer') return;
      const last = this.open.at(-1);
      const isMeant = last !== undefined && isMisspelt(name, last.name);
      // If the start tag is the misspelt one, MJML reports it.
      if (!isMeant || HOLDS_HTML.has(last.name) || HOLDS_NO_TEXT.has(last.name))
        this.note(start, 'unexpected_end_tag', unexpectedEnd(name));
      if (isMeant) this.closeDownTo(this.open.length - 1, { at: start, isWritten: true });
      return;
    }
    const index = this.open.findLastIndex((element) => element.name === name);
    this.closeDownTo(index + 1, { at: start });
    const closed = this.open[index];
    if (closed?.name === 'mj-style') this.faults.push(...cssFaults(this.variant, closed.inside, start));
    this.closeDownTo(index, { at: start, isWritten: true });
  }

  /** Ends all open elements down to this one, reporting those that are not closed. */
  private closeDownTo(
    depth: number,
    { at, isWritten = false }: { readonly at: number; readonly isWritten?: boolean },
  ): void {
    for (const { name, start, misplaced } of this.open.splice(depth)) {
      this.openCounts.set(name, this.countOf(name) - 1);
      if (HOLDS_HTML.has(name)) this.htmlDepth -= 1;
      if (isWritten) {
        for (const { offset, code, message } of misplaced) this.note(offset, code, message);
        continue;
      }
      this.unclosed.push({ name, start, end: at });
      this.note(start, 'unclosed_element', unclosedElement(name));
    }
  }

  private countOf(name: string): number {
    return this.openCounts.get(name) ?? 0;
  }

  private note(offset: number, code: string, message: string): void {
    if (this.faults.length < MAX_STRUCTURE_FAULTS) this.faults.push({ code, message, offset });
  }
}
