import type { Decision } from './decision.js';

/** An attempt with the decision that follows; the report is null if no attempt was made. */
export interface Completion<Attempt, Report> {
  readonly attempt: Attempt;
  readonly decision: Decision;
  readonly report: Report | null;
  /** Set once it is written, if another attempt had to wait for the end of this one: who makes that. */
  readonly passedTo?: 'us' | 'all';
}

/** The database refuses this group and would refuse it again. Nothing was written. */
export class CompletionRefused extends Error {}

/** Writes completions. A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class CompletionStore<Attempt, Report> {
  /**
   * Writes a group in one transaction, each completion only if its attempt is still this process's to make (its lane's
   * epoch, its lease). Writing the same group again changes nothing.
   * @returns the completions whose attempts were
   * @throws CompletionRefused when the group itself is at fault; other errors pass with time.
   */
  abstract write(
    group: readonly Completion<Attempt, Report>[],
  ): Promise<readonly Completion<Attempt, Report>[]>;
}
