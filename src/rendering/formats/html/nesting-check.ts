import { TextLines } from '../../domain/text-lines.js';
import { FILLER } from '../shared/format.js';
import { partsOf } from '../shared/tags.js';
import { ENDS_BY_ITSELF, HEADINGS, PAGE, TABLE_PARTS, TABLE_TAGS, UNREADABLE, VOID } from './elements.js';
import { type PageElement, type ParsedPage, parsePage } from './parsed-page.js';
import { type NestingFinding, unclosedComment } from './nesting-finding.js';
import { endedEarly, neverClosed, overlapping } from './nesting-messages.js';
import { strayTableTags } from './stray-table-tags.js';
import { brokenTag, isDoubtful } from './tag-check.js';

/** After this many, the rest are consequences. */
const MAX_FINDINGS = 100;

/**
 * Finds HTML tags that are not closed, close nothing or overlap, as browsers read them. Finds nothing if mail programs
 * may read the page differently. Takes linear time.
 */
export function nestingOf(variant: string): readonly NestingFinding[] {
  const broken = firstBrokenTag(variant);
  const page = broken === 'unreadable' ? null : parsePage(variant);
  if (page === null || broken === 'unreadable') return [];
  return new NestingCheck(variant, page).run(broken);
}

/** The first tag that swallows what follows; null if every tag is read as written. */
function firstBrokenTag(variant: string): NestingFinding | 'unreadable' | null {
  for (const part of partsOf(variant)) {
    if (part.kind === 'close' && part.name.includes(FILLER)) return 'unreadable';
    if (part.kind !== 'open' || !(isDoubtful(part) || UNREADABLE.has(part.name))) continue;
    const broken = brokenTag(variant, part);
    if (broken === null) return 'unreadable';
    const { offset } = broken;
    return { kind: 'unclosed', name: part.name, ...broken, start: offset, end: offset, others: [] };
  }
  return null;
}

type StrayTag = Pick<PageElement, 'name' | 'start'>;

class NestingCheck {
  private readonly findings: NestingFinding[] = [];
  private readonly lines: TextLines;
  /** Elements without an end tag, by name, in the order of the text. */
  private readonly unclosed = new Map<string, PageElement[]>();

  constructor(
    private readonly variant: string,
    private readonly page: ParsedPage,
  ) {
    this.lines = new TextLines(variant);
  }

  /** @param broken a tag after which nothing is certain */
  run(broken: NestingFinding | null): readonly NestingFinding[] {
    for (const element of this.page.elements) {
      if (element.endTag !== null || VOID.has(element.name)) continue;
      const same = this.unclosed.get(element.name);
      if (same === undefined) this.unclosed.set(element.name, [element]);
      else same.push(element);
    }
    for (const stray of this.withoutConsequences(this.strayTags())) this.judgeStray(stray);
    this.judgeElements();
    for (const stray of strayTableTags(this.page))
      this.note({ kind: 'stray', code: 'misplaced_element', ...stray, start: 0 });
    for (const element of [...this.unclosed.values()].flat()) this.judgeUnclosed(element);
    return this.upTo(broken)
      .sort((one, other) => one.offset - other.offset)
      .slice(0, MAX_FINDINGS);
  }

  /** Limits the findings to before a broken tag or an open comment, after which anything may have been meant. */
  private upTo(broken: NestingFinding | null): NestingFinding[] {
    const { openComment } = this.page;
    const last = broken ?? (openComment === null ? null : unclosedComment(openComment));
    if (last === null) return this.findings;
    const before = ({ kind, offset }: NestingFinding) => kind !== 'unclosed' && offset < last.offset;
    return [...this.findings.filter(before), last];
  }

  /** The first hundred end tags that close nothing. */
  private strayTags(): readonly StrayTag[] {
    const closing = new Set(this.page.elements.map(({ endTag }) => endTag));
    const strays: StrayTag[] = [];
    for (const [start, name] of this.page.endTags) {
      const isElsewhere = PAGE.has(name) || name.includes(':') || (VOID.has(name) && name !== 'br');
      if (!isElsewhere && !closing.has(start)) strays.push({ name, start });
      if (strays.length >= MAX_FINDINGS) break;
    }
    return strays;
  }

  /**
   * Removes stray tags that are consequences of an unclosed element. Browsers ignore the end of an element while
   * certain elements are open in it, such as a <div> in a <span>, or any table; and the end of an outer table closes an
   * inner one. The mistake is then the missing end of the inner element.
   */
  private withoutConsequences(strays: readonly StrayTag[]): readonly StrayTag[] {
    const isOpenAt = (start: number) => (each: PageElement) => each.start < start && start < each.end;
    let hasForgottenTable = false;
    return strays.filter(({ name, start }) => {
      const open = this.page.elements.filter(isOpenAt(start));
      const table = open.findLast((each) => each.name === 'table');
      if (table === undefined && TABLE_TAGS.has(name)) return false;
      const around = this.missing(name).findLast(isOpenAt(start));
      if (around === undefined) return true;
      const isBehindTable = table !== undefined && table.start > around.start;
      if (isBehindTable && !hasForgottenTable && this.missing('table').length === 0) return true;
      this.close(around, start);
      for (const inner of open) if (inner.start > around.start && inner.endTag === null) inner.end = start;
      if (!isBehindTable) return false;
      hasForgottenTable = true;
      const outer = this.missing('table').findLast((each) => each.start < table.start);
      if (table.endTag !== null && outer !== undefined) {
        this.close(outer, table.endTag);
        table.endTag = null;
        this.unclosed.set('table', [...this.missing('table'), table]);
      }
      table.end = start;
      return false;
    });
  }

  private missing(name: string): readonly PageElement[] {
    return this.unclosed.get(name) ?? [];
  }

  private close(element: PageElement, endTag: number): void {
    element.end = endTag;
    element.endTag = endTag;
    this.take(element);
  }

  private take(element: PageElement): void {
    const others = this.missing(element.name).filter((each) => each !== element);
    this.unclosed.set(element.name, others);
  }

  private judgeStray({ name, start }: StrayTag): void {
    const ended = this.missing(name).findLast((each) => each.end < start);
    const heading = HEADINGS.has(name)
      ? [...HEADINGS].flatMap((each) => this.missing(each)).find(({ end }) => end === start)
      : undefined;
    if (ended?.name === 'form' && ended.end <= ended.inside) {
      // Browsers end a form in a table at once, although its fields still belong to it.
      this.take(ended);
    } else if (name === 'br') {
      const message = '</br> makes a line break of its own: write <br> once, where the line ends.';
      this.note({ kind: 'nesting', name, code: 'unexpected_end_tag', message, offset: start });
    } else if (heading !== undefined) {
      this.take(heading);
      const message = `</${name}> cannot close <${heading.name}>${this.lineOf(heading.start)}: write </${heading.name}>.`;
      const others = [heading.start];
      this.note({ kind: 'nesting', name, code: 'wrong_nesting', message, offset: start, others });
    } else if (ended !== undefined) {
      this.take(ended);
      this.noteOverlap(ended, ended.end, start);
    } else {
      const message = `</${name}> closes nothing: remove it, or write <${name}> where the element begins.`;
      this.note({ kind: 'stray', name, code: 'unexpected_end_tag', message, offset: start, start: 0 });
    }
  }

  /** Reports overlapping elements, and one misplaced element for each part of a table. */
  private judgeElements(): void {
    const open: PageElement[] = [];
    const judged = new Set<PageElement>();
    for (const element of this.page.elements) {
      while ((open.at(-1)?.end ?? Infinity) <= element.start) open.pop();
      const outer = open.at(-1);
      const { brokenOffAt, endTag } = element;
      if (brokenOffAt !== null && endTag !== null && this.page.endTags.has(brokenOffAt)) {
        this.noteOverlap(element, brokenOffAt, endTag);
      } else if (outer !== undefined && outer.endTag !== null && endTag !== null && outer.end < endTag) {
        this.noteOverlap(element, outer.end, endTag);
      }
      if (outer !== undefined && !judged.has(outer) && this.judgeParent(element, outer)) judged.add(outer);
      if (element.name !== 'html' && element.name !== 'body' && !element.name.includes(':'))
        open.push(element);
    }
  }

  /** Reports a misplaced element. True if it is one. An unclosed table is not judged. */
  private judgeParent({ name, start, parent }: PageElement, outer: PageElement): boolean {
    const isOpen = outer.name === 'table' && outer.endTag === null;
    if (!TABLE_PARTS.has(outer.name) || isOpen || name.includes(':')) return false;
    const others = [outer.start];
    if (parent !== outer.start) {
      const message = `<${name}> cannot be directly in <${outer.name}>: mail programs move it out of the table. Put it into a <td>.`;
      this.note({ kind: 'nesting', name, code: 'misplaced_element', message, offset: start, others });
      return true;
    }
    if ((name !== 'td' && name !== 'th') || outer.name === 'tr') return false;
    const message = `<${name}> belongs in a <tr>: write <tr> before it and </tr> after the last cell of the row.`;
    this.note({ kind: 'nesting', name, code: 'misplaced_element', message, offset: start, others });
    return true;
  }

  private noteOverlap({ name, start }: PageElement, by: number, end: number): void {
    const finding = {
      kind: 'nesting',
      name,
      code: 'wrong_nesting',
      others: [start, by, end],
      start,
      end,
    } as const;
    const other = this.page.endTags.get(by);
    const lineAt = (offset: number) => this.lines.locationOf(offset).line;
    const element = { name, line: lineAt(start) };
    if (other === undefined) {
      const [, follower = ''] = /^<([^\s/>]*)/.exec(this.variant.slice(by, by + 40)) ?? [];
      const message = endedEarly(element, { name: follower.toLowerCase(), line: lineAt(by) });
      return this.note({ ...finding, message, offset: end });
    }
    const message = overlapping(other, element, { by: lineAt(by), end: lineAt(end) });
    this.note({ ...finding, message, offset: by });
  }

  private judgeUnclosed({ name, start, inside, end }: PageElement): void {
    if (ENDS_BY_ITSELF.has(name) || PAGE.has(name) || name.includes(':')) return;
    const by = this.page.endTags.get(end);
    const before = by === undefined ? '' : `, before </${by}>${this.lineOf(end)}`;
    const message = neverClosed(name, this.variant.startsWith('/>', inside - 2), before);
    const others = by === undefined ? [] : [end];
    this.note({ kind: 'unclosed', name, code: 'unclosed_element', message, offset: start, end, others });
  }

  private lineOf(offset: number): string {
    return ` in line ${this.lines.locationOf(offset).line}`;
  }

  private note({
    start,
    end,
    others = [],
    ...finding
  }: Omit<NestingFinding, 'start' | 'end' | 'others'> & Partial<NestingFinding>): void {
    const range = { start: start ?? finding.offset, end: end ?? finding.offset };
    this.findings.push({ ...finding, ...range, others });
  }
}
