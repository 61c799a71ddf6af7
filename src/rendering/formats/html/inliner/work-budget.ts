/** A document's styles are not inlined. The message says why, for the author, and follows "because". */
export class BudgetExceeded extends Error {}

/** Counts steps of work, so that a document costs the same on any machine. */
export class WorkBudget {
  constructor(private left: number) {}

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0)
      throw new BudgetExceeded('matching its rules with its elements would take too much work');
  }
}
