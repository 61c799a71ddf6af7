import { type DefaultTreeAdapterMap, defaultTreeAdapter, ErrorCodes, html, Parser, Token } from 'parse5';
import { TABLE_TAGS } from './elements.js';

/** The nesting limit of browsers. Deeper pages would also take time quadratic in the depth. */
const MAX_DEPTH = 512;

/** An element with a start tag, and the place where browsers end it. */
export interface PageElement {
  readonly name: string;
  readonly start: number;
  /** The end of the start tag. */
  readonly inside: number;
  /** The start of the end tag; null if there is none. */
  endTag: number | null;
  /** The start of the end tag, or of the tag that ended the element. */
  end: number;
  /** The start of the parent in the parsed page, wherever its tag is written; null at the top. */
  readonly parent: number | null;
  /**
   * Where the element was interrupted before its end tag: browsers reopen an element such as <b> after the end of a
   * paragraph. Null for other elements.
   */
  readonly brokenOffAt: number | null;
}

/** A page as browsers read it. */
export interface ParsedPage {
  /** In the order of their start tags, without those of SVG and MathML. */
  readonly elements: readonly PageElement[];
  /** The names of all HTML end tags, by their offsets. */
  readonly endTags: ReadonlyMap<number, string>;
  /** The names of all start tags of parts of tables, by their offsets. */
  readonly tableTags: ReadonlyMap<number, string>;
  /** The start of an unclosed comment, or null. */
  readonly openComment: number | null;
}

/** Parses a page with parse5. Null if mail programs read it differently, or it is nested too deep. */
export function parsePage(text: string): ParsedPage | null {
  const parser = new PageParser();
  try {
    parser.tokenizer.write(text, true);
  } catch (error) {
    if (error instanceof TooDeep) return null;
    throw error;
  }
  if (parser.isAmbiguous) return null;
  const { endTags, tableTags } = parser;
  return {
    elements: merged(parser.document, endTags),
    endTags,
    tableTags,
    openComment: parser.isInComment ? parser.lastComment : null,
  };
}

class TooDeep extends Error {}

class PageParser extends Parser<DefaultTreeAdapterMap> {
  readonly endTags = new Map<number, string>();
  readonly tableTags = new Map<number, string>();
  /** True if a comment ends for some mail programs and continues for others. */
  isAmbiguous = false;
  isInComment = false;
  lastComment = 0;

  constructor() {
    let depth = 0;
    super({
      scriptingEnabled: false,
      sourceCodeLocationInfo: true,
      onParseError: ({ code }) => this.seeError(code),
      treeAdapter: {
        ...defaultTreeAdapter,
        onItemPush: () => {
          depth += 1;
          if (depth > MAX_DEPTH) throw new TooDeep();
        },
        onItemPop: () => {
          depth -= 1;
        },
      },
    });
  }

  override onEndTag(token: Token.TagToken): void {
    // Record the written name, because parse5 changes some.
    if (token.location !== null) this.endTags.set(token.location.startOffset, token.tagName);
    super.onEndTag(token);
  }

  override onStartTag(token: Token.TagToken): void {
    if (token.location !== null && TABLE_TAGS.has(token.tagName))
      this.tableTags.set(token.location.startOffset, token.tagName);
    super.onStartTag(token);
  }

  override onComment(token: Token.CommentToken): void {
    this.lastComment = token.location?.startOffset ?? 0;
    super.onComment(token);
  }

  private seeError(code: ErrorCodes): void {
    if (code === ErrorCodes.eofInComment) this.isInComment = true;
    if (code === ErrorCodes.abruptClosingOfEmptyComment || code === ErrorCodes.incorrectlyClosedComment) {
      this.isAmbiguous = true;
    }
  }
}

type ParentNode = DefaultTreeAdapterMap['parentNode'];

/** The elements of a tree by start tag, since one start tag can produce several elements. */
function merged(document: ParentNode, endTags: Map<number, string>): readonly PageElement[] {
  const found = new Map<number, PageElement>();
  const waiting: { readonly node: ParentNode; readonly parent: number | null }[] = [
    { node: document, parent: null },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner = 'content' in next.node ? next.node.content : next.node;
    for (const node of inner.childNodes) {
      if (!defaultTreeAdapter.isElementNode(node)) continue;
      const element = elementOf(node, next.parent);
      waiting.push({ node, parent: element?.start ?? next.parent });
      if (element === null) continue;
      if (node.namespaceURI !== html.NS.HTML) {
        if (element.endTag !== null) endTags.delete(element.endTag);
        continue;
      }
      const same = found.get(element.start);
      found.set(element.start, same === undefined ? element : oneOf(same, element));
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}

function elementOf(node: DefaultTreeAdapterMap['element'], parent: number | null): PageElement | null {
  const { startTag, endTag, endOffset } = node.sourceCodeLocation ?? {};
  const start = node.sourceCodeLocation?.startOffset;
  if (start === undefined || endOffset === undefined) return null;
  return {
    name: node.tagName,
    start,
    inside: startTag?.endOffset ?? endOffset,
    endTag: endTag?.startOffset ?? null,
    end: endTag?.startOffset ?? endOffset,
    parent,
    brokenOffAt: null,
  };
}

function oneOf(one: PageElement, other: PageElement): PageElement {
  const [first, last] = one.end <= other.end ? [one, other] : [other, one];
  if (last.endTag === null) return first;
  return { ...last, parent: first.parent, brokenOffAt: first.brokenOffAt ?? first.end };
}
