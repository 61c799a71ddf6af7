import { ENDS_PARAGRAPH, SCOPES, TABLE_PARTS } from './elements.js';

/** An element from its start tag on. */
export interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** Its start tag ends as one of XML that has no content. */
  readonly hasSlash: boolean;
}

/** The elements that are open at a place in HTML, the innermost last. */
export class OpenElements {
  private readonly elements: OpenElement[] = [];
  /** How many of them have each name. */
  private readonly counts = new Map<string, number>();

  /** `missingTables`: so many tables have no end tag. */
  constructor(private missingTables: number) {}

  get depth(): number {
    return this.elements.length;
  }

  get innermost(): OpenElement | undefined {
    return this.elements.at(-1);
  }

  /** All of them, the outermost first. */
  get all(): readonly OpenElement[] {
    return this.elements;
  }

  add(element: OpenElement): void {
    this.elements.push(element);
    this.count(element.name, 1);
  }

  /** Takes out the element that an end tag of this name closes, and what is open in it: first the element itself. */
  close(name: string): readonly [OpenElement, ...OpenElement[]] | null {
    const index = this.indexFor(name);
    const [closed, ...inner] = index < 0 ? [] : this.elements.splice(index);
    if (closed === undefined) return null;
    for (const element of [closed, ...inner]) this.count(element.name, -1);
    this.missingTables -= inner.filter((element) => element.name === 'table').length;
    return [closed, ...inner];
  }

  /** Takes out the innermost one. */
  closeInnermost(): void {
    const closed = this.elements.pop();
    if (closed !== undefined) this.count(closed.name, -1);
  }

  /** Takes out the paragraph that ends where an element of this name begins; null where none does. */
  endParagraph(before: string): OpenElement | null {
    if (!ENDS_PARAGRAPH.has(before) || this.countOf('p') === 0) return null;
    const index = this.elements.findLastIndex(({ name }) => name === 'p' || SCOPES.has(name));
    if (this.elements[index]?.name !== 'p') return null;
    const [paragraph = null] = this.elements.splice(index, 1);
    this.count('p', -1);
    return paragraph;
  }

  private indexFor(name: string): number {
    if (this.countOf(name) === 0) return -1;
    // A table without an end of its own ends with what is around it.
    const isCrossed = (scope: string) =>
      name === 'table' || (scope === 'table' ? this.missingTables > 0 : TABLE_PARTS.has(name));
    const index = this.elements.findLastIndex(
      (element) => element.name === name || (SCOPES.has(element.name) && !isCrossed(element.name)),
    );
    return this.elements[index]?.name === name ? index : -1;
  }

  private countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  private count(name: string, change: number): void {
    this.counts.set(name, this.countOf(name) + change);
  }
}
