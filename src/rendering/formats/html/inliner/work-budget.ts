/** A document's styles are not inlined. The message tells the author why, and follows the word "because". */
export class BudgetExceeded extends Error {}

/** @throws BudgetExceeded */
export function refuseMistakes(): never {
  throw new BudgetExceeded('there are too many mistakes in them');
}

/** Limits work by counting steps, so that the result does not depend on the machine. */
export class WorkBudget {
  constructor(private left: number) {}

  /** @throws BudgetExceeded */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0)
      throw new BudgetExceeded('matching its rules with its elements would take too much work');
  }
}
