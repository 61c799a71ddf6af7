import type { SuppressionReason } from './suppression.js';

/**
 * The result of an attempt to send an email. `deferred`: it was not sent because of a local fault; `suppressed`: it
 * must not be sent.
 */
export type EmailResult = 'sent' | 'retry' | 'failed' | 'deferred' | 'suppressed';

/** `complaint`: a recipient did not want the email. `ignored`: the message reports nothing, as an automatic reply does. */
export type BounceKind = 'hard' | 'soft' | 'complaint' | 'ignored';

/** Counts what happens to emails. A port, so that the engine does not depend on metrics. */
export abstract class EmailObserver {
  abstract attempted(result: EmailResult): void;

  /** An email used the default template because the partner's template failed. */
  abstract fellBack(): void;

  /** A recipient was suppressed for a company. */
  abstract suppressed(reason: SuppressionReason): void;

  /** A report has arrived at a bounce address. */
  abstract bounced(kind: BounceKind): void;

  /** An email was returned to the table because too many wait for its recipient's domain. */
  abstract deferredByDomain(): void;
}
