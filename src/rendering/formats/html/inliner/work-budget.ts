/** Thrown when a document asks for more work than inlining its styles is worth. */
export class BudgetSpent extends Error {}

/** Counts steps of work, so that the same document always costs the same, on any machine. */
export class WorkBudget {
  constructor(private left: number) {}

  /** @throws BudgetSpent */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new BudgetSpent();
  }
}
