import type { DocumentEvent } from '../../event/domain/event.js';
import type { ClaimedAttempt } from './attempt-store.js';
import type { DeliveryCompletion } from './delivery-completion.js';
import type { DeliveryKey } from './delivery-key.js';
import type { Outcome } from './outcome.js';
import type { PlannedAttempt } from './planned-attempt.js';
import type { Decision } from '../../queue/domain/decision.js';

/**
 * Observes the engine, for metrics and the log. A port whose methods do nothing unless overridden, so that simulation
 * and benchmarks need no observer. The methods are on the hot path, so they should only count.
 */
export abstract class EngineObserver {
  /** An event was committed, with this many deliveries. */
  accepted(_event: DocumentEvent, _deliveries: number): void {}

  /** An event was a duplicate. */
  repeated(_event: DocumentEvent): void {}

  /** An attempt was made, or prevented by the local fault in the outcome. */
  attempted(_attempt: PlannedAttempt, _startedAt: Date, _outcome: Outcome, _decision: Decision): void {}

  /** An attempt could not start, for example because no key opens the subscription's secret. */
  deferred(_attempt: PlannedAttempt, _reason: string): void {}

  /** The completions of these attempts are committed. */
  written(_group: readonly DeliveryCompletion[]): void {}

  /** This process has claimed due attempts. */
  claimed(_attempts: readonly ClaimedAttempt[]): void {}

  /** Lanes of dead owners were taken over. */
  tookOver(_lanes: number): void {}

  /** A subscription was deleted because this delivery used up all retries. */
  subscriptionDeleted(_exhausted: DeliveryKey): void {}
}

class Unobserved extends EngineObserver {}

/** Observes nothing. */
export const UNOBSERVED: EngineObserver = new Unobserved();
