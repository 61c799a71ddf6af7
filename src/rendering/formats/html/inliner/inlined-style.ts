import type { Declaration } from './declaration.js';
import { overlaps } from './property-overlap.js';
import type { StyleGroup } from './raised-declarations.js';
import type { SheetDeclaration } from './style-rules.js';
import type { WorkBudget } from './work-budget.js';

/** Comparing two properties takes as long as so many other steps. */
const OVERLAP_STEPS = 8;

/** Declarations to add to a style attribute, before and after its own. */
export interface InlinedStyle {
  readonly before: readonly Declaration[];
  /** Declarations that are `!important` in their style sheet, and so win over the attribute. */
  readonly after: readonly Declaration[];
}

/**
 * The declarations that can be inlined without changing how the elements look in clients that read style sheets.
 * Excludes those that may lose to another rule.
 */
export function inlinedStyle(
  { applied, own }: StyleGroup,
  raised: ReadonlySet<SheetDeclaration>,
  budget: WorkBudget,
): InlinedStyle {
  const before: Declaration[] = [];
  const after: Declaration[] = [];
  /** Declarations that stay in their style sheets, where they lose to inlined ones. */
  const staying: Declaration[] = [];
  for (const { declaration, isCertain } of applied) {
    if (declaration.isImportant) {
      // Inlined without `!important`, it changes nothing in clients that read style sheets.
      if (isCertain && declaration.isInlinable) after.push(declaration);
      continue;
    }
    if (raised.has(declaration)) continue;
    budget.spend(OVERLAP_STEPS * staying.length);
    const isFree = !staying.some((one) => isAgainst(one, declaration));
    if (isCertain && declaration.isInlinable && isFree) before.push(declaration);
    else staying.push(declaration);
  }
  const last = withoutOverridden(after.toReversed(), [], budget);
  return { before: withoutOverridden(before.toReversed(), [...own, ...last], budget), after: last };
}

function isAgainst(one: Declaration, other: Declaration): boolean {
  if (one.property === other.property && one.value === other.value) return false;
  return overlaps(one.property, other.property);
}

/** Removes declarations that a later one overrides in every client. */
function withoutOverridden(
  declarations: readonly Declaration[],
  later: readonly Declaration[],
  budget: WorkBudget,
): readonly Declaration[] {
  budget.spend(declarations.length);
  const settled = new Set(later.filter(({ isCertain }) => isCertain).map(({ property }) => property));
  const kept: Declaration[] = [];
  const texts = new Set<string>();
  for (const declaration of declarations.toReversed()) {
    if (settled.has(declaration.property)) continue;
    const text = `${declaration.property}:${declaration.value}`;
    if (texts.has(text)) continue;
    texts.add(text);
    kept.push(declaration);
    if (declaration.isCertain) settled.add(declaration.property);
  }
  return kept.toReversed();
}
