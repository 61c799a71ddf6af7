/** The numbers of a partner's emails in a period, by result. */
export interface EmailStatistics {
  readonly sent: number;
  readonly failed: number;
  /** Reported as undeliverable, after they were sent. */
  readonly bounced: number;
  /** Not sent because their recipient is suppressed. */
  readonly suppressed: number;
  /** Recipients who unsubscribed. */
  readonly unsubscribed: number;
}

/** What is counted; also the name of its column. */
export type CountedEmail = keyof EmailStatistics;

export const NO_EMAILS: EmailStatistics = { sent: 0, failed: 0, bounced: 0, suppressed: 0, unsubscribed: 0 };
