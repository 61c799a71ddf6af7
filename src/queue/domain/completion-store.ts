import type { Decision } from './decision.js';

/** An attempt with the decision that follows from it. The report is null if nothing was sent. */
export interface Completion<Attempt, Report> {
  readonly attempt: Attempt;
  readonly decision: Decision;
  readonly report: Report | null;
  /** Set when it is written, if another attempt waited for this one: which process makes the next attempt. */
  readonly passedTo?: 'us' | 'all';
}

/** The database refused the group and would refuse it again. Nothing was written. */
export class CompletionRefused extends Error {}

/** Writes completions. A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class CompletionStore<Attempt, Report> {
  /**
   * Writes a group in one transaction, each completion only if this process still owns its attempt, by its lane's epoch
   * or its lease. Writing the same group again changes nothing.
   * @returns the completions of owned attempts
   * @throws CompletionRefused if the group itself is at fault. After any other error, try again later
   */
  abstract write(
    group: readonly Completion<Attempt, Report>[],
  ): Promise<readonly Completion<Attempt, Report>[]>;
}
