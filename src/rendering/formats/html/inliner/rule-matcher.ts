import type { HtmlElement } from './html-document.js';
import type { Selector } from './selector.js';
import type { SheetDeclaration, StyleRule } from './style-rules.js';
import type { WorkBudget } from './work-budget.js';

/** A declaration that applies, or may apply, to an element. */
export interface Applied {
  readonly declaration: SheetDeclaration;
  /** True if it applies to the element in every client, always. */
  readonly isCertain: boolean;
}

interface Candidate {
  /** Null if any element may match. */
  readonly selector: Selector | null;
  readonly rule: StyleRule;
  /** The higher rank wins. */
  readonly rank: number;
}

const MAX_RULES = 2 ** 20;

/** Finds the declarations for elements. Indexes rules by the id, class or name that their selectors require. */
export class RuleMatcher {
  private readonly candidates: Candidate[] = [];
  private readonly byHook = new Map<string, number[]>();
  private readonly known = new Map<string, readonly Applied[]>();

  constructor(
    rules: readonly StyleRule[],
    private readonly budget: WorkBudget,
  ) {
    for (const [order, rule] of rules.entries()) {
      for (const selector of rule.selectors ?? [null]) {
        const rank =
          selector === null || rule.isReordered ? Infinity : selector.specificity * MAX_RULES + order;
        const { kind, value } = selector?.hook ?? { kind: 'any', value: '' };
        const hook = `${kind} ${value}`;
        const alike = this.byHook.get(hook) ?? [];
        alike.push(this.candidates.length);
        this.byHook.set(hook, alike);
        this.candidates.push({ selector, rule, rank });
      }
    }
  }

  /** The declarations for an element, winners first. Returns the same list for elements with the same rules. */
  appliedTo(element: HtmlElement): readonly Applied[] {
    const certain: number[] = [];
    const possible: number[] = [];
    for (const index of this.candidatesFor(element)) {
      const candidate = this.candidates[index];
      if (candidate === undefined) continue;
      const match = candidate.selector?.matches(element, this.budget) ?? 'possible';
      if (match === 'never') continue;
      (match === 'certain' && !candidate.rule.isConditional ? certain : possible).push(index);
    }
    const key = `${certain.join()} ${possible.join()}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const applied = this.ordered(certain, possible);
    this.known.set(key, applied);
    return applied;
  }

  private *candidatesFor({ name, classes, attributes }: HtmlElement): Generator<number> {
    const id = attributes.get('id');
    const hooks = new Set(classes.map((one) => `class ${one.toLowerCase()}`));
    if (id !== undefined) hooks.add(`id ${id.toLowerCase()}`);
    for (const hook of [...hooks, `name ${name.toLowerCase()}`, 'any ']) yield* this.byHook.get(hook) ?? [];
  }

  private ordered(certain: readonly number[], possible: readonly number[]): readonly Applied[] {
    const best = new Map<StyleRule, number>();
    for (const index of certain) {
      const { rule, rank } = this.candidates[index] ?? {};
      if (rule !== undefined && rank !== undefined) best.set(rule, Math.max(rank, best.get(rule) ?? 0));
    }
    const matched = [...best].map(([rule, rank]) => ({ rule, rank, isCertain: true }));
    for (const index of possible) {
      const candidate = this.candidates[index];
      if (candidate === undefined || candidate.rank <= (best.get(candidate.rule) ?? -1)) continue;
      matched.push({ ...candidate, isCertain: false });
    }
    matched.sort((one, other) => (one.rank === other.rank ? 0 : other.rank - one.rank));
    const applied = matched.flatMap(({ rule, isCertain }) =>
      rule.declarations.map((declaration) => ({ declaration, isCertain })).toReversed(),
    );
    this.budget.spend(applied.length);
    return applied;
  }
}
