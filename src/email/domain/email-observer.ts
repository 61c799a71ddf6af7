/** The result of an attempt to send an email. `held`: it was not attempted, for a reason of our own. */
export type EmailResult = 'sent' | 'retry' | 'failed' | 'deferred';

/** Counts what happens to emails. A port, so that the engine does not depend on metrics. */
export abstract class EmailObserver {
  abstract attempted(result: EmailResult): void;

  /** An email used the default template because the partner's template failed. */
  abstract fellBack(): void;
}
