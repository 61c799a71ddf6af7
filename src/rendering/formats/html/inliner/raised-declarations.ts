import type { Declaration } from './declaration.js';
import { overlaps } from './property-overlap.js';
import type { Applied } from './rule-matcher.js';
import type { SheetDeclaration } from './style-rules.js';
import type { WorkBudget } from './work-budget.js';

/** A group of elements with the same applying rules and the same style attribute. */
export interface StyleGroup {
  readonly applied: readonly Applied[];
  readonly own: readonly Declaration[];
}

/**
 * The declarations that must become `!important` to keep winning over inlined ones: those of media queries and
 * pseudo-classes, if that changes nothing else. Other such declarations prevent what they win over from being inlined.
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

/** Removes declarations that would win where they lose now, until there are none. */
function removeLosing(
  raised: Set<SheetDeclaration>,
  groups: readonly StyleGroup[],
  budget: WorkBudget,
): void {
  for (let before = -1; before !== raised.size;) {
    before = raised.size;
    for (const { applied, own } of groups) {
      // Declarations that already win; a raised one must not win over them.
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

/** Declarations that win over something to be inlined, and those that win over them in turn. */
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
