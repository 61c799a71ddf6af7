import { type AttributeSelector, type CssNode, ident, type Selector as SelectorNode } from 'css-tree';
import type { HtmlElement } from './html-document.js';
import type { WorkBudget } from './work-budget.js';

/** Longer selectors are matched by their last compound only. */
const MAX_COMPOUNDS = 32;
const COMBINATORS: ReadonlySet<string> = new Set([' ', '>', '+', '~']);
/** Pseudo-elements that may be written with one colon. */
const OLD_PSEUDO_ELEMENTS: ReadonlySet<string> = new Set(['before', 'after', 'first-line', 'first-letter']);
/** Pseudo-classes whose specificity is that of their arguments. */
const TRANSPARENT: ReadonlySet<string> = new Set(['is', 'not', 'has', 'matches']);
const OF_SELECTORS: ReadonlySet<string> = new Set(['nth-child', 'nth-last-child']);

/** The simple selectors that one element must match. */
interface Compound {
  readonly name: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  readonly isRoot: boolean;
  readonly isFirstChild: boolean;
}

export interface AttributeTest {
  readonly name: string;
  /** @param isStrict if false, whether it could match in any browser; some ignore the case of some values */
  readonly matches: (value: string | undefined, isStrict: boolean) => boolean;
}

/** A compound, and the combinator that relates it to the previous one. */
interface Step {
  readonly compound: Compound;
  readonly combinator: string;
}

/** A single selector of a rule's selector list. */
export class Selector {
  private constructor(
    /** From the last compound to the first, each with its combinator. */
    private readonly steps: readonly Step[],
    /** Ids, classes and names combined in one number. */
    readonly specificity: number,
    /** True if it has no pseudo-classes that depend on the reader or on other elements, so that matching is certain. */
    private readonly isStatic: boolean,
  ) {}

  /** Null for a selector of a pseudo-element, which matches no element. */
  static of(node: SelectorNode): Selector | null {
    const parts = node.children.toArray();
    if (parts.some((part) => isPseudoElement(part))) return null;
    const groups: { simple: CssNode[]; combinator: string }[] = [{ simple: [], combinator: '' }];
    for (const part of parts) {
      if (part.type === 'Combinator') groups.push({ simple: [], combinator: part.name });
      else groups.at(-1)?.simple.push(part);
    }
    const steps = groups
      .map(({ simple, combinator }) => ({ compound: compoundOf(simple), combinator }))
      .toReversed();
    const isPlain =
      steps.length <= MAX_COMPOUNDS &&
      groups.every(({ simple, combinator }, index) => {
        return simple.length > 0 && (index === 0 || COMBINATORS.has(combinator));
      });
    const isStatic = isPlain && parts.every(isStaticPart);
    return new Selector(isPlain ? steps : steps.slice(0, 1), specificityOf(node), isStatic);
  }

  /** The rarest id, class or name that a matching element must have, in lower case. */
  get hook(): { readonly kind: 'id' | 'class' | 'name' | 'any'; readonly value: string } {
    const compound = this.steps[0]?.compound;
    const [id] = compound?.ids ?? [];
    if (id !== undefined) return { kind: 'id', value: id.toLowerCase() };
    const [className] = compound?.classes ?? [];
    if (className !== undefined) return { kind: 'class', value: className.toLowerCase() };
    const name = compound?.name ?? null;
    return name === null ? { kind: 'any', value: '' } : { kind: 'name', value: name.toLowerCase() };
  }

  /** `certain`: it matches in every client; `possible`: it may match, in some client or at some time. */
  matches(element: HtmlElement, budget: WorkBudget): 'certain' | 'possible' | 'never' {
    // Whatever matches strictly also matches leniently, and most selectors match neither way.
    if (!this.matchesFrom(0, element, false, budget)) return 'never';
    return this.isStatic && this.matchesFrom(0, element, true, budget) ? 'certain' : 'possible';
  }

  private matchesFrom(index: number, element: HtmlElement, isStrict: boolean, budget: WorkBudget): boolean {
    budget.spend(1);
    const step = this.steps[index];
    if (step === undefined || !meets(element, step.compound, isStrict)) return false;
    if (index === this.steps.length - 1) return true;
    const isSibling = step.combinator === '+' || step.combinator === '~';
    const next = (from: HtmlElement) => (isSibling ? from.previousSibling : from.parent);
    const isFar = step.combinator === ' ' || step.combinator === '~';
    for (let other = next(element); other !== null; other = isFar ? next(other) : null) {
      if (this.matchesFrom(index + 1, other, isStrict, budget)) return true;
    }
    return false;
  }
}

function meets(element: HtmlElement, compound: Compound, isStrict: boolean): boolean {
  const { name, ids, classes, attributes, isRoot, isFirstChild } = compound;
  if (name !== null && !isSame(name, element.name, isStrict && !element.isHtml)) return false;
  if (isRoot && element.parent !== null) return false;
  if (isFirstChild && element.previousSibling !== null) return false;
  const id = element.attributes.get('id');
  if (!ids.every((one) => id !== undefined && isSame(one, id, isStrict))) return false;
  if (!classes.every((one) => element.classes.some((other) => isSame(one, other, isStrict)))) return false;
  return attributes.every((test) => test.matches(element.attributes.get(test.name), isStrict));
}

/**
 * Browsers ignore the case of ids and classes in a document without a doctype; mail clients may show it in one with.
 */
function isSame(one: string, other: string, isStrict: boolean): boolean {
  return one === other || (!isStrict && one.toLowerCase() === other.toLowerCase());
}

function compoundOf(parts: readonly CssNode[]): Compound {
  const type = parts.find((part) => part.type === 'TypeSelector');
  const name = type?.type === 'TypeSelector' && !/[*|]/.test(type.name) ? ident.decode(type.name) : null;
  return {
    name,
    ids: parts.flatMap((part) => (part.type === 'IdSelector' ? [ident.decode(part.name)] : [])),
    classes: parts.flatMap((part) => (part.type === 'ClassSelector' ? [ident.decode(part.name)] : [])),
    attributes: parts.flatMap((part) => (isPlainAttribute(part) ? [attributeTestOf(part)] : [])),
    isRoot: parts.some((part) => part.type === 'PseudoClassSelector' && part.name.toLowerCase() === 'root'),
    isFirstChild: parts.some(
      (part) => part.type === 'PseudoClassSelector' && part.name.toLowerCase() === 'first-child',
    ),
  };
}

function isPlainAttribute(part: CssNode): part is AttributeSelector {
  return part.type === 'AttributeSelector' && !part.name.name.includes('|');
}

function isStaticPart(part: CssNode): boolean {
  switch (part.type) {
    case 'Combinator':
    case 'IdSelector':
    case 'ClassSelector':
      return true;
    case 'TypeSelector':
      return !part.name.includes('|');
    case 'AttributeSelector':
      return isPlainAttribute(part);
    case 'PseudoClassSelector':
      return part.name.toLowerCase() === 'root' || part.name.toLowerCase() === 'first-child';
    default:
      return false;
  }
}

/** The condition of an attribute selector. */
export function attributeTestOf({ name, matcher, value, flags }: AttributeSelector): AttributeTest {
  const wanted = value === null ? '' : value.type === 'String' ? value.value : ident.decode(value.name);
  const ignoresCase = flags?.toLowerCase() === 'i';
  return {
    name: ident.decode(name.name).toLowerCase(),
    matches(present, isStrict) {
      if (present === undefined) return false;
      if (compares(matcher, present, wanted)) return true;
      const isExact = isStrict && !ignoresCase;
      return !isExact && compares(matcher, present.toLowerCase(), wanted.toLowerCase());
    },
  };
}

function compares(matcher: string | null, present: string, wanted: string): boolean {
  switch (matcher) {
    case null:
      return true;
    case '=':
      return present === wanted;
    case '~=':
      return wanted !== '' && present.split(/[\t\n\f\r ]+/).includes(wanted);
    case '|=':
      return present === wanted || present.startsWith(`${wanted}-`);
    case '^=':
      return wanted !== '' && present.startsWith(wanted);
    case '$=':
      return wanted !== '' && present.endsWith(wanted);
    default:
      return wanted !== '' && present.includes(wanted);
  }
}

/** True for a part of a selector that names a pseudo-element. */
export function isPseudoElement(part: CssNode): boolean {
  if (part.type === 'PseudoElementSelector') return true;
  return part.type === 'PseudoClassSelector' && OLD_PSEUDO_ELEMENTS.has(part.name.toLowerCase());
}

function specificityOf(selector: SelectorNode): number {
  return selector.children.toArray().reduce((sum, part) => sum + weightOf(part), 0);
}

const NAME = 1;
const CLASS = 1024;
const ID = 1024 * 1024;

function weightOf(part: CssNode): number {
  if (part.type === 'IdSelector') return ID;
  if (part.type === 'ClassSelector' || part.type === 'AttributeSelector') return CLASS;
  if (part.type === 'TypeSelector') return part.name.endsWith('*') ? 0 : NAME;
  if (part.type !== 'PseudoClassSelector') return 0;
  const name = part.name.toLowerCase();
  if (name === 'where') return 0;
  const inner = TRANSPARENT.has(name) || OF_SELECTORS.has(name) ? heaviestIn(part) : 0;
  return TRANSPARENT.has(name) ? inner : CLASS + inner;
}

function heaviestIn(part: CssNode & { type: 'PseudoClassSelector' }): number {
  let heaviest = 0;
  for (const child of part.children?.toArray() ?? []) {
    const list = child.type === 'Nth' ? child.selector : child;
    if (list?.type !== 'SelectorList') continue;
    for (const selector of list.children.toArray()) {
      if (selector.type === 'Selector') heaviest = Math.max(heaviest, specificityOf(selector));
    }
  }
  return heaviest;
}
