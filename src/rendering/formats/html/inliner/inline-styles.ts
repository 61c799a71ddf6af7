import { declarationsOf } from './declaration.js';
import { type HtmlElement, readDocument } from './html-document.js';
import { inlinedStyle, type InlinedStyle } from './inlined-style.js';
import { raisedDeclarations, type StyleGroup } from './raised-declarations.js';
import { RuleMatcher } from './rule-matcher.js';
import type { AttributeTest } from './selector.js';
import { styleAttributeEdits, type TextEdit } from './style-attribute.js';
import { styleRulesIn } from './style-rules.js';
import { BudgetExceeded, WorkBudget } from './work-budget.js';

/** A few tenths of a second. Real emails take a few percent of it. */
const MAX_STEPS = 2_000_000;
/** The most characters to add to a document. */
const MAX_ADDED = 256 * 1024;

/**
 * Copies the declarations of a document's style elements into style attributes, for mail clients that ignore style
 * sheets. In other clients the document looks the same as before. Changes only style attributes, and adds `!important`
 * where a rule must win over inlined declarations.
 * @throws BudgetExceeded for a document that would take too long or grow too much
 */
export function inlineStyles(markup: string): string {
  const { elements, styleElements } = readDocument(markup);
  const { rules, animated, styleTests } = styleRulesIn(markup, styleElements);
  if (rules.length === 0) return markup;
  const budget = new WorkBudget(MAX_STEPS);
  const matcher = new RuleMatcher(rules, budget);
  const groups = groupsOf(elements, matcher);
  const raised = raisedDeclarations([...groups.keys()], animated, budget);
  const edits: TextEdit[] = [...raised].flatMap(({ raiseAt }) =>
    raiseAt === null ? [] : [{ start: raiseAt, end: raiseAt, text: ' !important' }],
  );
  for (const [group, members] of groups) {
    const style = inlinedStyle(group, raised, budget);
    for (const element of members) {
      if (canHaveStyle(element)) edits.push(...editsFor(markup, element, style, styleTests));
    }
  }
  return edited(markup, edits);
}

/** Groups elements with the same styles. */
function groupsOf(
  elements: readonly HtmlElement[],
  matcher: RuleMatcher,
): ReadonlyMap<StyleGroup, HtmlElement[]> {
  const groups = new Map<StyleGroup, HtmlElement[]>();
  const known = new Map<StyleGroup['applied'], Map<string, StyleGroup>>();
  const parsed = new Map<string, StyleGroup['own']>();
  for (const element of elements) {
    const applied = matcher.appliedTo(element);
    if (applied.length === 0) continue;
    const text = element.attributes.get('style') ?? '';
    const own = parsed.get(text) ?? declarationsOf(text);
    parsed.set(text, own);
    const alike = known.get(applied) ?? new Map<string, StyleGroup>();
    known.set(applied, alike);
    const group = alike.get(text) ?? { applied, own };
    alike.set(text, group);
    const members = groups.get(group) ?? [];
    members.push(element);
    groups.set(group, members);
  }
  return groups;
}

function canHaveStyle({ isHtml, isInHead, name, startTag }: HtmlElement): boolean {
  if (!isHtml || isInHead || startTag === null) return false;
  return !['head', 'script', 'style', 'template', 'title'].includes(name);
}

function editsFor(
  markup: string,
  element: HtmlElement,
  style: InlinedStyle,
  styleTests: readonly AttributeTest[],
): readonly TextEdit[] {
  const made = styleAttributeEdits(markup, element, style);
  const present = element.attributes.get('style');
  const changes = styleTests.some((test) =>
    [true, false].some((isStrict) => test.matches(present, isStrict) !== test.matches(made.value, isStrict)),
  );
  return changes ? [] : made.edits;
}

function edited(markup: string, edits: readonly TextEdit[]): string {
  if (edits.reduce((sum, { text }) => sum + text.length, 0) > MAX_ADDED) {
    throw new BudgetExceeded(`inlined styles would add more than ${MAX_ADDED / 1024} KiB to it`);
  }
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    parts.push(markup.slice(at, start), text);
    at = end;
  }
  parts.push(markup.slice(at));
  return parts.join('');
}
