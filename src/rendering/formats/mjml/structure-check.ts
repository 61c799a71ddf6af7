import type { SourceFault } from '../../domain/template-fault.js';
import { similarName } from '../../domain/similar-name.js';
import { cssFaults } from '../css-check.js';
import { FILLER } from '../format.js';
import { type MarkupPart, partsOf } from './tags.js';

/** The elements whose content MJML takes as it is, up to their end tag. */
const HOLDS_HTML = new Set([
  'mj-accordion-text',
  'mj-accordion-title',
  'mj-breakpoint',
  'mj-button',
  'mj-carousel-image',
  'mj-navbar-link',
  'mj-preview',
  'mj-raw',
  'mj-social-element',
  'mj-style',
  'mj-table',
  'mj-text',
  'mj-title',
]);
/** The elements that hold elements or nothing: MJML drops text that stands directly in them. */
const HOLDS_NO_TEXT = new Set([
  'mjml',
  'mj-head',
  'mj-body',
  'mj-attributes',
  'mj-html-attributes',
  'mj-selector',
  'mj-wrapper',
  'mj-section',
  'mj-group',
  'mj-column',
  'mj-hero',
  'mj-accordion',
  'mj-accordion-element',
  'mj-carousel',
  'mj-navbar',
  'mj-social',
  'mj-divider',
  'mj-image',
  'mj-spacer',
]);
const KNOWN = [...HOLDS_HTML, ...HOLDS_NO_TEXT];
/** In place of an offset: the whole template is meant. */
const WHOLE = -1;
/** Whoever has so many to put right need not hear of more for now. */
export const MAX_STRUCTURE_FAULTS = 100;
const LOST_CHARACTER = new RegExp(`[^\\s${FILLER}]`, 'g');

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** Where its content begins. */
  readonly inside: number;
}

/**
 * What MJML would drop or misplace without a word: tags that are not closed or closed twice, text and elements where
 * only MJML elements count, includes, style sheets that break off, and a template without root or body. The first hundred;
 * in time that is proportional to the text.
 */
export function structureFaults(outline: string): readonly SourceFault[] {
  const check = new StructureCheck(outline);
  for (const part of partsOf(outline)) check.see(part);
  return check.end();
}

class StructureCheck {
  private readonly faults: SourceFault[] = [];
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
  private hasBody = false;
  /** An expression stands where the root or the body could come from. */
  private isOpenEnded = false;

  constructor(private readonly outline: string) {}

  see(part: MarkupPart): void {
    if (part.kind === 'text') this.seeText(part.start, part.end);
    else if (part.kind === 'open') this.seeOpening(part);
    else if (part.kind === 'close') this.seeClosing(part.name, part.start);
    else if (!part.isClosed)
      this.note(part.start, 'unclosed_comment', 'This comment is never closed: write --> where it ends.');
  }

  end(): readonly SourceFault[] {
    this.closeDownTo(0);
    const isNoTemplate = this.root === null && (!this.isOpenEnded || this.loose.has(undefined));
    if (isNoTemplate) {
      // Whatever else this is, it is not MJML: there is no point in going through it.
      return [{ code: 'root_missing', message: 'An MJML template is one <mjml> element.', offset: WHOLE }];
    }
    if (this.root !== null && !this.hasBody && !this.isOpenEnded)
      this.note(this.root.start, 'body_missing', 'There is no <mj-body> in <mjml>.');
    return this.faults;
  }

  private seeText(start: number, end: number): void {
    const parent = this.open.at(-1);
    if (this.htmlDepth > 0) return;
    if (this.open.length <= 1 && this.outline.slice(start, end).includes(FILLER)) this.isOpenEnded = true;
    LOST_CHARACTER.lastIndex = start;
    const lost = LOST_CHARACTER.exec(this.outline);
    if (lost === null || lost.index >= end || this.isInUnknown || this.loose.has(parent)) return;
    if (parent !== undefined && !HOLDS_NO_TEXT.has(parent.name)) return;
    this.loose.add(parent);
    const place = parent === undefined ? 'outside <mjml>' : `directly in <${parent.name}>`;
    this.note(lost.index, 'text_lost', `Text ${place} would not be sent. Put it into an mj-text.`);
  }

  private seeOpening({ name, start, end, isSelfClosing }: MarkupPart & { kind: 'open' }): void {
    if (!name.startsWith('mj')) {
      if (this.htmlDepth > 0) return;
      this.isInUnknown = true;
      this.note(start, 'unknown_element', unknownElement(name));
      return;
    }
    this.isInUnknown = false;
    if (name === 'mj-include') {
      this.note(start, 'include_refused', 'mj-include is not available: write the content here.');
      return;
    }
    const element = { name, start, inside: end };
    const parent = this.open.at(-1);
    if (parent === undefined && name === 'mjml') this.root ??= element;
    if (parent !== undefined && parent === this.root && name === 'mj-body') this.hasBody = true;
    if (isSelfClosing) return;
    this.open.push(element);
    this.openCounts.set(name, this.countOf(name) + 1);
    if (HOLDS_HTML.has(name)) this.htmlDepth += 1;
  }

  private seeClosing(name: string, start: number): void {
    if (!name.startsWith('mj') || name === 'mj-include') return;
    this.isInUnknown = false;
    if (this.countOf(name) === 0) {
      this.note(
        start,
        'unexpected_end_tag',
        `</${name}> closes nothing: take it out, or write <${name}> where it begins.`,
      );
      return;
    }
    const index = this.open.findLastIndex((element) => element.name === name);
    this.closeDownTo(index + 1);
    const closed = this.open[index];
    if (closed?.name === 'mj-style') this.faults.push(...cssFaults(this.outline, closed.inside, start));
    this.closeDownTo(index, { isWritten: true });
  }

  /** Elements end with those around them, whether they are closed or not. */
  private closeDownTo(depth: number, { isWritten = false } = {}): void {
    for (const { name, start } of this.open.splice(depth)) {
      this.openCounts.set(name, this.countOf(name) - 1);
      if (HOLDS_HTML.has(name)) this.htmlDepth -= 1;
      if (!isWritten)
        this.note(start, 'unclosed_element', `<${name}> is never closed: write </${name}> where it ends.`);
    }
  }

  private countOf(name: string): number {
    return this.openCounts.get(name) ?? 0;
  }

  private note(offset: number, code: string, message: string): void {
    if (this.faults.length < MAX_STRUCTURE_FAULTS) this.faults.push({ code, message, offset });
  }
}

/** What to say of an element that MJML does not know. */
export function unknownElement(name: string): string {
  if (!name.startsWith('mj')) {
    return `<${name}> is no MJML element and would not be sent. HTML belongs into an mj-text, mj-table or mj-raw.`;
  }
  const meant = similarName(name, KNOWN);
  return `There is no MJML element <${name}>.${meant === null ? '' : ` Did you mean <${meant}>?`}`;
}
