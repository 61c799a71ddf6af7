import type { Declaration } from './declaration.js';
import { overlaps } from './property-overlap.js';
import type { StyleGroup } from './raised.js';
import type { SheetDeclaration } from './style-rules.js';
import type { WorkBudget } from './work-budget.js';

/** What to put into a style attribute, around what it says already. */
export interface InlinedStyle {
  readonly before: readonly Declaration[];
  /** What is `!important` in its style sheet, where it wins over the attribute. */
  readonly after: readonly Declaration[];
}

/**
 * The declarations that can be put into elements without a change to what they look like wherever style sheets are
 * read: nothing that may lose to another rule is among them.
 */
export function inlinedStyle(
  { applied, own }: StyleGroup,
  raised: ReadonlySet<SheetDeclaration>,
  budget: WorkBudget,
): InlinedStyle {
  const before: Declaration[] = [];
  const after: Declaration[] = [];
  /** Declarations that stay in their style sheets, where they would lose to anything that is inlined. */
  const staying: Declaration[] = [];
  for (const { declaration, isCertain } of applied) {
    if (declaration.isImportant) {
      // Inlined without its `!important` it wins over nothing where style sheets are read.
      if (isCertain && declaration.isInlinable) after.push(declaration);
      continue;
    }
    if (raised.has(declaration)) continue;
    budget.spend(staying.length);
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

/** Without declarations of properties that a later one sets in any client. */
function withoutOverridden(
  declarations: readonly Declaration[],
  later: readonly Declaration[],
  budget: WorkBudget,
): readonly Declaration[] {
  budget.spend(declarations.length);
  const settled = new Set(later.filter(({ isCertain }) => isCertain).map(({ property }) => property));
  const kept: Declaration[] = [];
  for (const declaration of declarations.toReversed()) {
    if (settled.has(declaration.property)) continue;
    if (kept.some((one) => one.property === declaration.property && one.value === declaration.value))
      continue;
    kept.push(declaration);
    if (declaration.isCertain) settled.add(declaration.property);
  }
  return kept.toReversed();
}
