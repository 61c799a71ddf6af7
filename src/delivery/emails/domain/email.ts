import { type Language } from '../../../rendering/domain/email-request.js';
import { type ErrorClass } from '../../domain/outcome.js';

export const emailStatuses = ['pending', 'succeeded', 'failed'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** The partner's template that could not be used, and why. */
export interface Fallback {
  readonly templateId: number;
  readonly code: string;
  readonly message: string;
}

/** What the log keeps of an attempt that was made. */
export interface EmailReport {
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The relay's reply code. */
  readonly status: number | null;
  readonly error: ErrorClass | null;
  /** The relay's words, or ours where it had none. */
  readonly answer: string;
  /** The partner's template it was made with; null for the built-in one. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
}

/** An attempt as the log keeps it. */
export interface LoggedEmailAttempt extends EmailReport {
  readonly number: number;
}

/** An email to one recipient, as the log tells it (CONTRACT 6). */
export interface Email {
  readonly id: string;
  /** The event's id as the caller knows it. */
  readonly eventKey: string;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly status: EmailStatus;
  readonly attemptCount: number;
  /** When the next attempt is due; null when none is planned, or one is being made. */
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: ErrorClass | null;
  /** Of the last attempt. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
}

/** An email with what came of it. */
export interface EmailDetail extends Email {
  readonly attempts: readonly LoggedEmailAttempt[];
}

/** Which emails are asked for; members that are absent restrict nothing. */
export interface EmailFilter {
  readonly kind?: string;
  readonly status?: EmailStatus;
  /** Type of the event that asked for it. */
  readonly type?: string;
  readonly to?: string;
  readonly typeId?: string;
  readonly companyId?: number;
  /** Accepted at this time or later. */
  readonly since?: Date;
  /** Accepted before this time. */
  readonly until?: Date;
  /** Older than the email with this id. */
  readonly after?: string;
}
