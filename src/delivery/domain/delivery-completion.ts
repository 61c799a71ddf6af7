import type { ErrorClass } from '../../queue/domain/error-class.js';
import { type Completion, CompletionStore } from '../../queue/domain/completion-store.js';
import type { PlannedAttempt } from './planned-attempt.js';

/** An attempt as stored in the log. */
export interface AttemptReport {
  readonly url: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: ErrorClass | null;
  readonly answer: string | null;
  readonly answerTruncated: boolean;
}

/** An attempt of a delivery and what follows from it. Without a report if nothing was sent. */
export type DeliveryCompletion = Completion<PlannedAttempt, AttemptReport>;

/** Writes completions of deliveries. A port, implemented by PostgreSQL and, in the simulation, by memory. */
export abstract class DeliveryCompletionStore extends CompletionStore<PlannedAttempt, AttemptReport> {}

/** True for a first attempt that succeeded, for which only the log has to be written. */
export function isFirstSuccess({ attempt, decision }: DeliveryCompletion): boolean {
  return attempt.ownership.kind === 'lane' && decision.kind === 'succeeded';
}
