import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { cssFaults } from '../shared/css-check.js';
import { type CheckedTemplate, FILLER } from '../shared/format.js';
import {
  HOLDS_HTML,
  HOLDS_NO_TEXT,
  isMisspelt,
  missingRoot,
  unclosedElement,
  unexpectedEnd,
  unknownElement,
} from './elements.js';
import { brokenQuotes } from './quote-check.js';
import { type MarkupPart, partsOf } from '../shared/tags.js';

/** Instead of an offset: the whole template. */
const WHOLE = -1;
/** With this many, the rest are mostly transitions. */
export const MAX_STRUCTURE_FAULTS = 100;
/** Words, or an expression. */
const LOST = new RegExp(`(${FILLER}+)|[^\\s${FILLER}]`, 'g');
/** How much of an expression a message shows. */
const MAX_SHOWN = 60;
/** Elements that MJML sends unchanged within HTML content, where they do no harm. */
const HARMLESS_IN_HTML = new Set(['mj-raw', 'mj-spacer']);
/** Elements of which MJML sends only the first. */
const ONLY_ONE = new Set(['mj-body', 'mj-head']);

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** The start of its content. */
  readonly inside: number;
  /** It contains MJML elements although it takes only HTML. If it is not closed, they may belong after it. */
  readonly misplaced: SourceFault[];
}

/** An element without an end of its own: what is in it may have been meant to be elsewhere. */
export interface UnclosedElement {
  readonly name: string;
  readonly start: number;
  /** The end of an element around it. */
  readonly end: number;
}

export interface Structure {
  /** The first hundred. */
  readonly faults: readonly SourceFault[];
  readonly unclosed: readonly UnclosedElement[];
}

/**
 * What MJML would drop or misplace without a word: tags not closed or closed twice, text and elements that it ignores,
 * quotes that do not match, includes, broken style sheets, a missing root or body; in time in proportion to the text.
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
  /** How many of them have each name. */
  private readonly openCounts = new Map<string, number>();
  /** How many of the open elements hold HTML. */
  private htmlDepth = 0;
  /** After the start of an element that is none of MJML's: its text is lost with it, so it is not reported as well. */
  private isInUnknown = false;
  /** Elements whose loose text is reported already: once is enough for each. */
  private readonly loose = new Set<OpenElement | undefined>();
  private root: OpenElement | null = null;
  /** The first of the elements that there can be only one of. */
  private readonly firsts = new Map<string, number>();
  /** A comment takes in the rest of the template: nothing is known of what it would close. */
  private isCutOff = false;
  /** An expression may print the root or the body. */
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
      // This is not MJML at all, so further faults would say nothing.
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
    if (lost === null || this.isInUnknown || this.loose.has(parent)) return;
    if (parent !== undefined && !HOLDS_NO_TEXT.has(parent.name)) return;
    this.loose.add(parent);
    const place = parent === undefined ? 'outside <mjml>' : `directly in <${parent.name}>`;
    this.note(lost.offset, 'text_lost', `${lost.what} ${place} would not be sent. Put it into an mj-text.`);
  }

  /** The first word or value of a text; values that bring elements are left out. */
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
      if (this.open.length <= 1 && !this.isInUnknown) this.isOpenEnded = true;
    }
    return null;
  }

  private seeOpening(tag: MarkupPart & { kind: 'open' }): void {
    const { name, start, end, isSelfClosing } = tag;
    if (!name.startsWith('mj')) {
      if (this.htmlDepth > 0) return;
      this.isInUnknown = true;
      this.note(start, 'unknown_element', unknownElement(name));
      return;
    }
    this.isInUnknown = false;
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
    // It has no effect, whether it is closed or not.
    const isSpacerInHtml = this.htmlDepth > 0 && name === 'mj-spacer';
    if (isSelfClosing || isSpacerInHtml) return;
    this.open.push(element);
    this.openCounts.set(name, this.countOf(name) + 1);
    if (HOLDS_HTML.has(name)) this.htmlDepth += 1;
  }

  private seeOnlyOne(name: string, start: number): void {
    const first = this.firsts.get(name);
    if (first === undefined) {
      this.firsts.set(name, start);
      return;
    }
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
    this.isInUnknown = false;
    if (this.countOf(name) === 0) {
      if (this.htmlDepth > 0 && name === 'mj-spacer') return;
      const last = this.open.at(-1);
      const isMeant = last !== undefined && isMisspelt(name, last.name);
      // Where the start tag is the misspelt one, MJML says so.
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

  /** Elements end with those around them, whether they are closed or not. */
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
