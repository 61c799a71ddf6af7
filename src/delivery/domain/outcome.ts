import type { ErrorClass } from '../../queue/domain/error-class.js';

/** The receiver answered. Its status line decides, even if the rest of the answer is incomplete. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** The beginning of the answer, at most 4 KiB, as text that PostgreSQL can keep. */
  readonly body: string;
  /** True when the answer was longer than `body`, or broke off. */
  readonly truncated: boolean;
  /** Seconds of Retry-After, at most a day; null without the header. */
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
}

/** The receiver gave no readable answer. Uses up a place of the retry schedule. */
export interface Failed {
  readonly kind: 'failed';
  readonly error: Exclude<ErrorClass, 'status'>;
  /** For operators; never shown to partners, never with a secret in it. */
  readonly reason: string;
  readonly durationMs: number;
}

/**
 * We could not try: our resolver is down, we have no file descriptors left, or our settings now forbid the address.
 * The attempt must be repeated without using up a place of the retry schedule (docs/specification.md#events-out).
 */
export interface LocalFault {
  readonly kind: 'local fault';
  readonly error: Exclude<ErrorClass, 'status'>;
  readonly reason: string;
  readonly durationMs: number;
}

/** The outcome of one attempt to deliver. */
export type Outcome = Answered | Failed | LocalFault;

/** True when the receiver answered with a valid HTTP status: 200 to 299. */
export function isValid(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** The error class that the log shows for an outcome; null for a valid one. */
export function errorOf(outcome: Outcome): ErrorClass | null {
  if (outcome.kind !== 'answered') return outcome.error;
  return isValid(outcome) ? null : 'status';
}
