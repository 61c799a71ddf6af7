import type { Decision } from './decision.js';

/** An attempt and what follows from it; no report where no attempt was made. */
export interface Completion<Attempt, Report> {
  readonly attempt: Attempt;
  readonly decision: Decision;
  readonly report: Report | null;
}

/** The database refuses this very group; it would refuse it again. Nothing was written. */
export class CompletionRefused extends Error {}

/** Where completions are written. A port: PostgreSQL is behind it, or memory in simulation. */
export abstract class CompletionStore<Attempt, Report> {
  /**
   * Writes a group in one transaction, each completion only if its attempt is still this process's to make (its lane's
   * epoch, its lease); one that is not changes nothing. Writing the same group again changes nothing either.
   * Answers those that were.
   * @throws CompletionRefused when the group itself is at fault; other errors pass with time.
   */
  abstract write(
    group: readonly Completion<Attempt, Report>[],
  ): Promise<readonly Completion<Attempt, Report>[]>;
}
