import type { ErrorClass } from '../../queue/domain/error-class.js';
import { type Completion, CompletionStore } from '../../queue/domain/completion-store.js';
import type { PlannedAttempt } from './planned-attempt.js';

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

/** An attempt of a delivery and what follows from it; no report where no attempt was made. */
export type DeliveryCompletion = Completion<PlannedAttempt, AttemptReport>;

/** Where completions of deliveries are written. A port: PostgreSQL is behind it, or memory in simulation. */
export abstract class DeliveryCompletionStore extends CompletionStore<PlannedAttempt, AttemptReport> {}
