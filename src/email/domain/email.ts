import type { Language } from '../../rendering/domain/email-request.js';
import type { ErrorClass } from '../../queue/domain/error-class.js';
import type { AttachedFile } from './mailer.js';
import type { SentContent, SentFrom, SentHead } from './sent-content.js';

export const emailStatuses = ['pending', 'succeeded', 'failed', 'suppressed', 'bounced'] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** The partner's template, or a header of its assignment, that failed, and the reason. */
export interface Fallback {
  readonly templateId: number;
  /** Absent in rows of earlier versions, where only templates could fail. */
  readonly part?: 'template' | 'subject' | 'fromName';
  readonly code: string;
  readonly message: string;
  /** The place in the template or the snippet; absent for other parts, and in rows of earlier versions. */
  readonly line?: number;
  readonly snippet?: string;
}

/** The entry that an attempt adds to the log. */
export interface EmailReport {
  /** The content to store; null if the log already has it. */
  readonly content: SentContent | null;
  readonly sent: SentHead;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The relay's reply code. */
  readonly status: number | null;
  readonly error: ErrorClass | null;
  /** The relay's reply, or our description of the fault if there was none. */
  readonly answer: string;
  /** The partner's template that was used; null for the default template. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
}

/** An attempt in the log. */
export interface LoggedEmailAttempt extends Omit<EmailReport, 'content' | 'sent'> {
  readonly number: number;
}

/** An email to one recipient, as the log shows it. */
export interface Email {
  readonly id: string;
  /** The event's id, chosen by its caller. Null for an email without an event. */
  readonly eventKey: string | null;
  readonly type: string | null;
  readonly typeId: string | null;
  readonly companyId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  /** Like `fromName` and `replyTo`, of the last attempt; null before the first. */
  readonly subject: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  /** True for a test email, which a partner sends to try out a template. */
  readonly isTest: boolean;
  /** The email that this one resends. */
  readonly resendOf: string | null;
  readonly status: EmailStatus;
  readonly attemptCount: number;
  /** When the next attempt is due; null if none is planned, or one is in flight. */
  readonly nextAttemptAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: ErrorClass | null;
  /** The partner's template that the last attempt used. */
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
  /** Why the receiver could not deliver it; null unless it has bounced. */
  readonly bounce: LoggedBounce | null;
}

/** The report of a bounce, as the log shows it. */
export interface LoggedBounce {
  /** The enhanced status code, for example `5.1.1`. */
  readonly status: string;
  /** The receiver's words. */
  readonly answer: string;
  /** ISO 8601, in UTC with milliseconds. */
  readonly reportedAt: string;
}

/** An email with its attempts. */
export interface EmailDetail extends Email {
  /** Of the last attempt; null before the first. */
  readonly sender: SentFrom | null;
  /** Null before the first attempt. */
  readonly attached: readonly AttachedFile[] | null;
  readonly attempts: readonly LoggedEmailAttempt[];
}

/** Selects the emails to list. An absent member does not restrict the list. */
export interface EmailFilter {
  readonly kind?: string;
  readonly status?: EmailStatus;
  /** The type of the event that requested it. */
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
