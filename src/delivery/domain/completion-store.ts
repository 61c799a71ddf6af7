import { ErrorClass } from './outcome.js';
import { PlannedAttempt } from './planned-attempt.js';
import { Ruling } from './ruling.js';

/** What the log keeps of an attempt that was made. */
export interface AttemptReport {
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: ErrorClass | null;
  readonly answer: string | null;
  readonly answerTruncated: boolean;
}

/** An attempt and what follows from it; no report where no attempt was made. */
export interface Completion<Attempt = PlannedAttempt, Report = AttemptReport> {
  readonly attempt: Attempt;
  readonly ruling: Ruling;
  readonly report: Report | null;
}

/** The database refuses this very group; it would refuse it again. Nothing was written. */
export class CompletionRefused extends Error {}

/** Where completions are written. A port: PostgreSQL is behind it, or memory in simulation. */
export abstract class CompletionStore<Attempt = PlannedAttempt, Report = AttemptReport> {
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
