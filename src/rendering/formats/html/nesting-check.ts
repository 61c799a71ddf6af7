import { TextLines } from '../../domain/text-lines.js';
import type { SourceFault } from '../../domain/template-fault.js';
import { FILLER } from '../format.js';
import { type MarkupPart, partsOf } from '../tags.js';
import { ENDS_BY_ITSELF, FOREIGN, HEADINGS, HELD_BY, PAGE, UNREADABLE, VOID } from './elements.js';
import { type OpenElement, OpenElements } from './open-elements.js';
import { brokenTag, isDoubtful } from './tag-check.js';

/** With so many, the rest are consequences. */
const MAX_FINDINGS = 100;
/** Browsers go no deeper either. */
const MAX_DEPTH = 512;

/** `unclosed`: a start tag without an end; `stray`: an end tag without a start; `nesting`: both are there. */
export interface NestingFinding extends SourceFault {
  readonly kind: 'unclosed' | 'stray' | 'nesting';
  readonly name: string;
  /** The part of the template that it is about. */
  readonly start: number;
  readonly end: number;
  /** The other tags that take part in it. */
  readonly others: readonly number[];
}

/** An element that ended before its end tag, with the tag that ended it. */
interface EndedElement {
  readonly element: OpenElement;
  readonly by: { readonly name: string; readonly start: number };
}

type StartTag = MarkupPart & { readonly kind: 'open' };

/**
 * Tags of HTML that are not closed, close nothing or overlap, as browsers read them. Nothing at all where the markup is
 * such that this could not be told, in time that is proportional to it.
 */
export function nestingOf(outline: string): readonly NestingFinding[] {
  const check = new NestingCheck(outline);
  for (const part of partsOf(outline)) {
    check.see(part);
    if (check.isLost) return [];
    if (check.isOver) break;
  }
  return check.end();
}

class NestingCheck {
  /** It cannot be told how this is read. */
  isLost = false;
  /** Nothing can be said of what follows. */
  isOver = false;
  private readonly findings: NestingFinding[] = [];
  private readonly open: OpenElements;
  private readonly ended: EndedElement[] = [];
  /** Parts of tables in which something misplaced has been found. */
  private readonly misplacing = new Set<OpenElement>();
  private readonly lines: TextLines;

  constructor(private readonly outline: string) {
    this.lines = new TextLines(outline);
    this.open = new OpenElements(missingEnds(outline, 'table'));
  }

  see(part: MarkupPart): void {
    if (part.kind === 'text') return;
    if (part.kind === 'comment') this.seeComment(part);
    else if (part.kind === 'open') this.seeStart(part);
    else this.seeEnd(part.name, part.start);
  }

  end(): readonly NestingFinding[] {
    if (this.isOver) return this.findings;
    const at = this.outline.length;
    for (const element of this.open.all) this.judgeUnclosed(element, at, null);
    for (const { element, by } of this.ended) this.judgeUnclosed(element, by.start, by);
    return this.findings;
  }

  private seeComment({ start, end, isClosed }: MarkupPart & { readonly kind: 'comment' }): void {
    const text = this.outline.slice(start, end);
    // To browsers these end earlier.
    if (/^<!--(?:-?>)|--!>/.test(text)) this.isLost = true;
    if (isClosed) return;
    const message = 'This comment is never closed: write --> where it ends. All that follows is not shown.';
    this.note({ kind: 'unclosed', name: '!--', code: 'unclosed_comment', message, offset: start });
    this.isOver = true;
  }

  private seeStart(tag: StartTag): void {
    const { name, start, isSelfClosing } = tag;
    if (isDoubtful(tag) || UNREADABLE.has(name)) {
      const broken = brokenTag(this.outline, tag);
      if (broken === null) this.isLost = true;
      else this.note({ kind: 'unclosed', name, ...broken });
      this.isOver = true;
      return;
    }
    if (this.isPassedOver(name)) return;
    this.judgePlace(name, start);
    const paragraph = this.open.endParagraph(name);
    if (paragraph !== null) this.ended.push({ element: paragraph, by: { name, start } });
    if (VOID.has(name) || (isSelfClosing && FOREIGN.has(name))) return;
    this.open.add({ name, start, hasSlash: isSelfClosing });
    if (this.open.depth > MAX_DEPTH) this.isLost = true;
  }

  /** Tags of the page, of other languages and within these. */
  private isPassedOver(name: string): boolean {
    const around = this.open.innermost?.name ?? '';
    return PAGE.has(name) || name.includes(':') || (FOREIGN.has(around) && name !== around);
  }

  private judgePlace(name: string, start: number): void {
    const parent = this.open.innermost;
    if (parent === undefined || HELD_BY.get(parent.name)?.has(name) !== false) return;
    if (this.misplacing.has(parent)) return;
    this.misplacing.add(parent);
    const message = `<${name}> cannot stand directly in <${parent.name}>: mail programs move it out of the table. Put it into a <td>.`;
    const others = [parent.start];
    this.note({ kind: 'nesting', name, code: 'misplaced_element', message, offset: start, others });
  }

  private seeEnd(name: string, start: number): void {
    if (name.includes(FILLER)) this.isLost = true;
    if (this.isPassedOver(name)) return;
    if (name === 'br') {
      const message = '</br> makes a line break of its own: write <br> once where the line ends.';
      this.note({ kind: 'nesting', name, code: 'unexpected_end_tag', message, offset: start });
    }
    if (VOID.has(name)) return;
    const closed = this.open.close(name);
    if (closed === null) this.seeStray(name, start);
    else for (const element of closed.slice(1)) this.ended.push({ element, by: { name, start } });
  }

  private seeStray(name: string, start: number): void {
    const parent = this.open.innermost;
    const index = this.ended.findLastIndex(({ element }) => element.name === name);
    const [ended] = index < 0 ? [] : this.ended.splice(index, 1);
    if (ended !== undefined) this.noteOverlap(ended, start);
    else if (HEADINGS.has(name) && parent !== undefined && HEADINGS.has(parent.name)) {
      const message = `</${name}> cannot close <${parent.name}>${this.lineOf(parent.start)}: write </${parent.name}>.`;
      const others = [parent.start];
      this.note({ kind: 'nesting', name, code: 'wrong_nesting', message, offset: start, others });
      this.open.closeInnermost();
    } else {
      const message = `</${name}> closes nothing: take it out, or write <${name}> where it begins.`;
      this.note({ kind: 'stray', name, code: 'unexpected_end_tag', message, offset: start, start: 0 });
    }
  }

  private noteOverlap({ element, by }: EndedElement, end: number): void {
    const { name, start } = element;
    const others = [start, by.start, end];
    const finding = { kind: 'nesting', name, code: 'wrong_nesting', others, start, end } as const;
    // Only paragraphs end with a start tag.
    if (this.outline[by.start + 1] !== '/') {
      const message = `This </p> closes nothing: the paragraph${this.lineOf(start)} ends before <${by.name}>${this.lineOf(by.start)}, which no <p> can hold.`;
      this.note({ ...finding, message, offset: end });
      return;
    }
    const message = `</${by.name}> comes before the end of <${name}>${this.lineOf(start)}: write </${name}> before it, rather than${this.lineOf(end, 'in')}.`;
    this.note({ ...finding, message, offset: by.start });
  }

  private judgeUnclosed(
    { name, start, hasSlash }: OpenElement,
    end: number,
    by: EndedElement['by'] | null,
  ): void {
    if (ENDS_BY_ITSELF.has(name)) return;
    const before = by === null ? '' : `, before </${by.name}>${this.lineOf(by.start)}`;
    const message = hasSlash
      ? `<${name} /> is never closed, as the slash means nothing in HTML: write <${name}></${name}>.`
      : `<${name}> is never closed: write </${name}> where it ends${before}.`;
    const others = by === null ? [] : [by.start];
    this.note({ kind: 'unclosed', name, code: 'unclosed_element', message, offset: start, end, others });
  }

  private lineOf(offset: number, preposition = 'of'): string {
    return ` ${preposition} line ${this.lines.placeOf(offset).line}`;
  }

  private note({
    start,
    end,
    others = [],
    ...finding
  }: Omit<NestingFinding, 'start' | 'end' | 'others'> & Partial<NestingFinding>): void {
    if (this.findings.length >= MAX_FINDINGS) this.isOver = true;
    if (this.isOver) return;
    const range = { start: start ?? finding.offset, end: end ?? finding.offset };
    this.findings.push({ ...finding, ...range, others });
  }
}

/** How many more start tags of these than end tags there are. */
function missingEnds(outline: string, name: string): number {
  let missing = 0;
  for (const part of partsOf(outline)) {
    if (part.kind === 'open' && part.name === name) missing += 1;
    if (part.kind === 'close' && part.name === name) missing -= 1;
  }
  return missing;
}
