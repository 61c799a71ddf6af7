import type { Declaration } from './declaration.js';
import { overlaps } from './property-overlap.js';
import type { Applied } from './rule-matcher.js';
import type { SheetDeclaration } from './style-rules.js';
import type { WorkBudget } from './work-budget.js';

/** Elements with the same styles: the rules that apply to them, and the declarations of their style attributes. */
export interface StyleGroup {
  readonly applied: readonly Applied[];
  readonly own: readonly Declaration[];
}

/**
 * The declarations that have to become `!important` so that they still win over what is put into the elements: those of
 * media queries and of pseudo-classes, where this changes nothing else. Others keep what they win over from being inlined.
 */
export function raisedDeclarations(
  groups: readonly StyleGroup[],
  animated: readonly string[],
  budget: WorkBudget,
): ReadonlySet<SheetDeclaration> {
  const raisable = raisableIn(groups, animated);
  removeLosing(raisable, groups, budget);
  const raised = neededOf(raisable, groups, budget);
  removeLosing(raised, groups, budget);
  return raised;
}

function raisableIn(groups: readonly StyleGroup[], animated: readonly string[]): Set<SheetDeclaration> {
  const possible = new Set<SheetDeclaration>();
  const certain = new Set<SheetDeclaration>();
  for (const { applied } of groups) {
    for (const { declaration, isCertain } of applied) (isCertain ? certain : possible).add(declaration);
  }
  return new Set(
    [...possible].filter(
      (one) =>
        one.raiseAt !== null &&
        !certain.has(one) &&
        !animated.some((property) => overlaps(property, one.property)),
    ),
  );
}

/** Removes declarations that would then win where they lose now, until none is left. */
function removeLosing(
  raised: Set<SheetDeclaration>,
  groups: readonly StyleGroup[],
  budget: WorkBudget,
): void {
  for (let before = -1; before !== raised.size;) {
    before = raised.size;
    for (const { applied, own } of groups) {
      // Winning over it already, so that a raised one must not win over these.
      const winners: string[] = own.filter(({ isImportant }) => !isImportant).map(({ property }) => property);
      const importantBelow = applied.filter(({ declaration }) => declaration.isImportant);
      for (const { declaration } of applied) {
        const { property, isImportant } = declaration;
        if (isImportant) {
          importantBelow.shift();
          continue;
        }
        if (raised.has(declaration)) {
          budget.spend(winners.length + importantBelow.length);
          const loses =
            winners.some((winner) => overlaps(winner, property)) ||
            importantBelow.some((below) => overlaps(below.declaration.property, property));
          if (loses) raised.delete(declaration);
        }
        if (!raised.has(declaration)) winners.push(property);
      }
    }
  }
}

/** Those that win over something to be inlined, and those that win over these. */
function neededOf(
  raisable: ReadonlySet<SheetDeclaration>,
  groups: readonly StyleGroup[],
  budget: WorkBudget,
): Set<SheetDeclaration> {
  const needed = new Set<SheetDeclaration>();
  for (let before = -1; before !== needed.size;) {
    before = needed.size;
    for (const { applied } of groups) {
      const below: string[] = [];
      for (const { declaration, isCertain } of applied.toReversed()) {
        if (declaration.isImportant) continue;
        const { property } = declaration;
        if (raisable.has(declaration) && !needed.has(declaration)) {
          budget.spend(below.length);
          if (below.some((one) => overlaps(one, property))) needed.add(declaration);
        }
        if (needed.has(declaration) || (isCertain && declaration.isInlinable)) below.push(property);
      }
    }
  }
  return needed;
}
