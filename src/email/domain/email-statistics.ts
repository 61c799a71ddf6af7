/** What became of a partner's emails within a time. */
export interface EmailStatistics {
  readonly sent: number;
  readonly failed: number;
  /** Reported as undeliverable, after they were sent. */
  readonly bounced: number;
  /** Not sent because their recipient gets no more. */
  readonly suppressed: number;
  /** Recipients who unsubscribed. */
  readonly unsubscribed: number;
}

/** A thing that is counted: the name of its column. */
export type CountedEmail = keyof EmailStatistics;

export const NO_EMAILS: EmailStatistics = { sent: 0, failed: 0, bounced: 0, suppressed: 0, unsubscribed: 0 };
