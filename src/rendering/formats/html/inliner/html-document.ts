import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parse } from 'parse5';
import { partsOf } from '../../shared/tags.js';
import { BudgetExceeded } from './work-budget.js';

/** The nesting limit of browsers. A deeper tree would differ from theirs. */
const MAX_DEPTH = 512;
const MAX_ELEMENTS = 30_000;
/** The parser's time is quadratic in the number of attributes of one tag. */
const MAX_ATTRIBUTES = 256;

/** An element of the tree that browsers build. */
export interface HtmlElement {
  /** In lower case, except in SVG and MathML. */
  readonly name: string;
  readonly isHtml: boolean;
  readonly parent: HtmlElement | null;
  readonly previousSibling: HtmlElement | null;
  readonly attributes: ReadonlyMap<string, string>;
  readonly classes: readonly string[];
  readonly isInHead: boolean;
  /**
   * Its start tag in the markup. Null if the parser added the element, or if the tag produces several elements because
   * of wrong nesting.
   */
  readonly startTag: TagRange | null;
  /** Its style attribute in the markup, including name and quotes; null if it has none. */
  readonly styleAttribute: TagRange | null;
}

export interface TagRange {
  readonly start: number;
  readonly end: number;
}

/** The text of a style element. */
export interface StyleElement {
  readonly start: number;
  readonly end: number;
  /** True if it applies to all media in every mail client. */
  readonly isUnconditional: boolean;
  /** True if it must stay exactly as written. */
  readonly isUntouchable: boolean;
}

export interface HtmlDocument {
  /** In the order of the tree. */
  readonly elements: readonly HtmlElement[];
  readonly styleElements: readonly StyleElement[];
}

/**
 * Parses markup like a browser without scripts.
 * @throws BudgetExceeded for markup that would take too long
 */
export function readDocument(markup: string): HtmlDocument {
  requireFewAttributes(markup);
  const uses: AttributeUses = new Map();
  let isForSome = false;
  const elements: HtmlElement[] = [];
  const styleElements: StyleElement[] = [];
  const document = parse(markup, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
    treeAdapter: boundedAdapter(uses),
  });
  const open: Level[] = [new Level(document.childNodes, null, false)];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const node = level.next();
    if (node === null) {
      open.pop();
      continue;
    }
    if (!defaultTreeAdapter.isElementNode(node)) {
      if (defaultTreeAdapter.isCommentNode(node)) isForSome = isForSomeAfter(node.data, isForSome);
      continue;
    }
    const element = elementOf(node, level, uses.get(node.attrs) === 1);
    level.previousSibling = element;
    elements.push(element);
    if (element.name === 'style') styleElements.push(styleElementOf(node, element, isForSome));
    // The content of <template> is not displayed and not part of the tree.
    if (element.name !== 'template') {
      open.push(new Level(node.childNodes, element, element.isInHead || element.name === 'head'));
    }
  }
  return { elements, styleElements };
}

/** The position of a walk among an element's children. */
class Level {
  previousSibling: HtmlElement | null = null;
  private index = 0;

  constructor(
    private readonly nodes: readonly DefaultTreeAdapterTypes.ChildNode[],
    readonly parent: HtmlElement | null,
    readonly isInHead: boolean,
  ) {}

  next(): DefaultTreeAdapterTypes.ChildNode | null {
    const node = this.nodes[this.index];
    this.index += 1;
    return node ?? null;
  }
}

/** True if the markup after a comment is hidden from Outlook. An ordinary comment does not change that. */
function isForSomeAfter(comment: string, before: boolean): boolean {
  if (/^\s*\[if\b/i.test(comment)) return !/<!\[endif\]\s*$/i.test(comment);
  return before && !/\[endif\]\s*$/i.test(comment);
}

function elementOf(node: DefaultTreeAdapterTypes.Element, level: Level, isAlone: boolean): HtmlElement {
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  const location = node.sourceCodeLocation;
  const style = location?.attrs?.['style'];
  const startTag = location?.startTag ?? location;
  return {
    name: node.tagName,
    isHtml: node.namespaceURI === html.NS.HTML,
    parent: level.parent,
    previousSibling: level.previousSibling,
    attributes,
    classes: (attributes.get('class') ?? '').split(/[\t\n\f\r ]+/).filter((name) => name !== ''),
    isInHead: level.isInHead,
    startTag: isAlone && startTag ? { start: startTag.startOffset, end: startTag.endOffset } : null,
    styleAttribute: style === undefined ? null : { start: style.startOffset, end: style.endOffset },
  };
}

function styleElementOf(
  { sourceCodeLocation, attrs }: DefaultTreeAdapterTypes.Element,
  { isHtml, attributes }: HtmlElement,
  isForSome: boolean,
): StyleElement {
  const start = sourceCodeLocation?.startTag?.endOffset ?? 0;
  const end = sourceCodeLocation?.endTag?.startOffset ?? sourceCodeLocation?.endOffset ?? start;
  const isCss = /^(?:text\/css)?$/i.test(attributes.get('type') ?? '');
  const isForAllMedia = /^\s*(?:all\s*)?$/i.test(attributes.get('media') ?? '');
  const isUntouchable = !isHtml || attrs.some(({ name }) => name === 'data-embed');
  const isUnconditional = isForAllMedia && !isUntouchable && !isForSome;
  return { start, end: isCss ? end : start, isUnconditional, isUntouchable };
}

/** How many elements each tag's attributes belong to. */
type AttributeUses = Map<DefaultTreeAdapterTypes.Element['attrs'], number>;

function boundedAdapter(uses: AttributeUses): typeof defaultTreeAdapter {
  let elements = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new BudgetExceeded(`it has more than ${MAX_ELEMENTS} elements`);
      uses.set(attributes, (uses.get(attributes) ?? 0) + 1);
      return defaultTreeAdapter.createElement(name, namespace, attributes);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new BudgetExceeded(`its elements are nested deeper than ${MAX_DEPTH}`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}

function requireFewAttributes(markup: string): void {
  const isTooMany = partsOf(markup).some(
    (part) => part.kind === 'open' && part.attributes.size > MAX_ATTRIBUTES,
  );
  if (isTooMany) throw new BudgetExceeded(`a tag in it has more than ${MAX_ATTRIBUTES} attributes`);
}
