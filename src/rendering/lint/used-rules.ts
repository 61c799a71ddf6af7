import type { CssNode, Rule, Selector } from 'css-tree';
import { FILLER } from '../formats/shared/format.js';
import type { MarkupPart } from '../formats/shared/tags.js';

const CLASSES = ['class', 'css-class'];
/** Class names that MJML itself writes. */
const OF_MJML = /^mj-/;

/** Determines which rules of style sheets may apply to elements of the template. Themes contain many unused ones. */
export class UsedRules {
  private readonly classes = new Set<string>();
  private readonly ids = new Set<string>();
  /** True if a value is printed into a class or id, so that any rule may apply. */
  private isOpen = false;
  private readonly judged = new WeakMap<Rule, boolean>();

  constructor(parts: readonly MarkupPart[]) {
    for (const part of parts) {
      if (part.kind !== 'open') continue;
      for (const name of CLASSES) this.note(part.attributes.get(name), this.classes);
      this.note(part.attributes.get('id'), this.ids);
      this.isOpen ||= [...part.attributes.keys()].some((name) => name.includes(FILLER));
    }
  }

  /** True if an element may have the classes and ids of one of the rule's selectors. */
  has(rule: Rule): boolean {
    const known = this.judged.get(rule);
    if (known !== undefined) return known;
    const { prelude } = rule;
    const selectors = prelude.type === 'SelectorList' ? prelude.children.toArray() : [];
    const isUsed = this.isOpen || selectors.length === 0 || selectors.some((each) => this.mayMatch(each));
    this.judged.set(rule, isUsed);
    return isUsed;
  }

  private note(value: string | undefined, names: Set<string>): void {
    if (value === undefined) return;
    if (value.includes(FILLER)) this.isOpen = true;
    for (const name of value.split(/\s+/)) names.add(name);
  }

  private mayMatch(selector: CssNode | Selector): boolean {
    if (selector.type !== 'Selector') return true;
    return selector.children.toArray().every((node) => {
      if (node.type === 'ClassSelector') return OF_MJML.test(node.name) || this.classes.has(node.name);
      return node.type !== 'IdSelector' || this.ids.has(node.name);
    });
  }
}
