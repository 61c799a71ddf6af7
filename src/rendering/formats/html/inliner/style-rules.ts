import { type Block, type CssNode, parse, type Rule, walk } from 'css-tree';
import { limitedMistakes } from '../../shared/css-mistakes.js';
import { type Declaration, declarationOf } from './declaration.js';
import type { StyleElement } from './html-document.js';
import { type AttributeTest, attributeTestOf, isPseudoElement, Selector } from './selector.js';
import { BudgetExceeded, refuseMistakes } from './work-budget.js';

/** A rule of a style sheet. */
export interface StyleRule {
  /** Null if it is unknown which elements match. */
  readonly selectors: readonly Selector[] | null;
  /** True if its precedence does not depend only on its selectors. */
  readonly isReordered: boolean;
  readonly declarations: readonly SheetDeclaration[];
  /** True if it applies only under a condition, such as on narrow screens. */
  readonly isConditional: boolean;
}

/** A declaration and its place in the markup. */
export interface SheetDeclaration extends Declaration {
  /** The offset where `!important` can be added; null if it must stay unchanged. */
  readonly raiseAt: number | null;
}

export interface StyleRules {
  /** In the order of the document. */
  readonly rules: readonly StyleRule[];
  /** Properties changed by animations, which lose to `!important`. */
  readonly animated: readonly string[];
  /** Attribute selectors on the style attribute, which inlining changes. */
  readonly styleTests: readonly AttributeTest[];
}

const CONDITIONAL_BLOCKS = /^(?:media|supports|container|(?:-moz-)?document|starting-style)$/;
/** At-rules that change the precedence of the rules in them. */
const REORDERING_BLOCKS = /^(?:layer|scope)$/;
const KEYFRAMES = /^(?:-\w+-)?keyframes$/;
/** Pseudo-classes and pseudo-elements that every browser knows. Some browsers drop rules with others. */
const KNOWN_PSEUDOS: ReadonlySet<string> = new Set(
  (
    'active after any-link before checked disabled empty enabled first-child first-letter first-line first-of-type ' +
    'focus hover is lang last-child last-of-type link not nth-child nth-last-child nth-last-of-type nth-of-type ' +
    'only-child only-of-type root target visited where'
  ).split(' '),
);

/** All rules of a document's style elements. @throws BudgetExceeded for a style sheet with @namespace */
export function styleRulesIn(markup: string, styleElements: readonly StyleElement[]): StyleRules {
  const reader = new RuleReader();
  for (const element of styleElements) reader.read(markup.slice(element.start, element.end), element);
  return reader;
}

/** The effect of the at-rules around a rule. */
interface RuleContext {
  readonly isConditional: boolean;
  readonly isReordered: boolean;
}

class RuleReader implements StyleRules {
  readonly rules: StyleRule[] = [];
  readonly animated: string[] = [];
  readonly styleTests: AttributeTest[] = [];
  private css = '';
  private element: StyleElement = { start: 0, end: 0, isUnconditional: true, isUntouchable: false };

  read(css: string, element: StyleElement): void {
    this.css = css;
    this.element = element;
    const onParseError = limitedMistakes(css, refuseMistakes);
    const options = { positions: true, parseAtrulePrelude: false, parseCustomProperty: false };
    const sheet = parse(css, { ...options, onParseError });
    if (sheet.type !== 'StyleSheet') return;
    walk(sheet, {
      visit: 'AttributeSelector',
      enter: (node) => {
        const test = attributeTestOf(node);
        if (test.name === 'style') this.styleTests.push(test);
      },
    });
    this.readAll(sheet, { isConditional: !element.isUnconditional, isReordered: false });
  }

  private readAll({ children }: Pick<Block, 'children'>, around: RuleContext): void {
    for (const node of children.toArray()) {
      if (node.type === 'Rule') this.readRule(node, around);
      else if (node.type === 'Atrule') this.readAtRule(node, around);
    }
  }

  private readAtRule(node: CssNode & { type: 'Atrule' }, around: RuleContext): void {
    const name = node.name.toLowerCase();
    // @namespace changes the meaning of element names.
    if (name === 'namespace') throw new BudgetExceeded('a style sheet in it has @namespace');
    if (node.block === null) return;
    if (KEYFRAMES.test(name)) {
      walk(node, { visit: 'Declaration', enter: ({ property }) => void this.animated.push(property) });
    } else if (CONDITIONAL_BLOCKS.test(name)) {
      this.readAll(node.block, { ...around, isConditional: true });
    } else if (REORDERING_BLOCKS.test(name)) {
      this.readAll(node.block, { isConditional: true, isReordered: true });
    }
  }

  private readRule({ prelude, block }: Rule, { isConditional, isReordered }: RuleContext): void {
    const nodes = block.children.toArray();
    const own = nodes.flatMap((node) => (node.type === 'Declaration' ? [node] : []));
    const isNested = nodes.some((node) => node.type === 'Rule' || node.type === 'Atrule');
    const selectors =
      prelude.type === 'SelectorList'
        ? prelude.children.toArray().flatMap((node) => (node.type === 'Selector' ? [Selector.of(node)] : []))
        : null;
    const declarations = own.map((node) => this.declaration(node));
    this.rules.push({
      selectors: selectors?.filter((selector) => selector !== null) ?? null,
      isConditional: isConditional || prelude.type !== 'SelectorList' || isDoubtful(prelude),
      isReordered: isReordered || selectors === null,
      declarations: isReordered || selectors === null ? declarations.map(unraised) : declarations,
    });
    if (!isNested) return;
    const inner: SheetDeclaration[] = [];
    walk(block, {
      visit: 'Declaration',
      enter: (node) => {
        if (!own.includes(node)) inner.push(unraised(this.declaration(node)));
      },
    });
    this.rules.push({ selectors: null, isReordered: true, isConditional: true, declarations: inner });
  }

  private declaration(node: CssNode & { type: 'Declaration' }): SheetDeclaration {
    const declaration = declarationOf(node, this.css);
    const canRaise = !this.element.isUntouchable && declaration.isInlinable && !declaration.isImportant;
    return { ...declaration, raiseAt: canRaise ? this.element.start + declaration.end : null };
  }
}

function unraised(declaration: SheetDeclaration): SheetDeclaration {
  return { ...declaration, raiseAt: null };
}

/** True if a browser may drop the rule because of an unknown or misplaced pseudo-class or pseudo-element. */
function isDoubtful(prelude: CssNode & { type: 'SelectorList' }): boolean {
  let isFound = false;
  let pseudoElements = 0;
  walk(prelude, (node) => {
    const isPseudo = node.type === 'PseudoClassSelector' || node.type === 'PseudoElementSelector';
    if (isPseudo && !KNOWN_PSEUDOS.has(node.name.toLowerCase())) isFound = true;
    if (isPseudoElement(node)) pseudoElements += 1;
  });
  const last = prelude.children
    .toArray()
    .map((node) => (node.type === 'Selector' ? node.children.last : null));
  return isFound || pseudoElements > last.filter((node) => node !== null && isPseudoElement(node)).length;
}
