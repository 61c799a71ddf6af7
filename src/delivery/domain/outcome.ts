import type { ErrorClass } from '../../queue/domain/error-class.js';

/** The receiver answered. Its status line decides, even if the rest of the answer is incomplete. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** The beginning of the answer, at most 4 KiB, as text that PostgreSQL can store. */
  readonly body: string;
  /** True if the answer was longer than `body`, or incomplete. */
  readonly truncated: boolean;
  /** From Retry-After, at most a day; null without the header. */
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
}

/** The receiver gave no readable answer. Uses up a retry. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: Exclude<ErrorClass, 'status'>;
  /** For operators. Never shown to partners, and contains no secret. */
  readonly reason: string;
  readonly durationMs: number;
}

/**
 * This service could not try: its resolver is down, it has no file descriptors left, or its settings now forbid the
 * address. The attempt must be repeated without using up a retry (docs/specification.md#events-out).
 */
export interface LocalFault {
  readonly kind: 'local fault';
  readonly error: Exclude<ErrorClass, 'status'>;
  readonly reason: string;
  readonly durationMs: number;
}

/** The outcome of one attempt to deliver. */
export type Outcome = Answered | Failed | LocalFault;

/** True if the receiver answered with a valid HTTP status: 200 to 299. */
export function isValid(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The error class of an outcome in the log; null for a valid answer. */
export function errorOf(outcome: Outcome): ErrorClass | null {
  if (outcome.kind !== 'answered') return outcome.error;
  return isValid(outcome) ? null : 'status';
}
