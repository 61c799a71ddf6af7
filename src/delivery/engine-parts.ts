import type { DispatchLimits } from '../queue/dispatch-limits.js';
import type { EngineClock } from '../queue/domain/engine-clock.js';
import type { RetryPolicy } from '../queue/domain/retry-policy.js';
import type { ThreadShare } from '../shared/thread-share.js';
import type { AttemptStore } from './domain/attempt-store.js';
import type { DeliveryCompletionStore } from './domain/delivery-completion.js';
import type { EngineObserver } from './domain/engine-observer.js';
import type { LaneStore } from './domain/lane-store.js';
import type { SubscriptionSource } from './domain/subscription-source.js';
import type { Transport } from './domain/transport.js';

/** The collaborators of the engine: stores, network, clock, limits. */
export interface EngineParts {
  readonly clock: EngineClock;
  readonly laneStore: LaneStore;
  readonly completionStore: DeliveryCompletionStore;
  readonly attemptStore: AttemptStore;
  readonly subscriptionSource: SubscriptionSource;
  readonly transport: Transport;
  readonly limits: DispatchLimits;
  readonly policy: RetryPolicy;
  /** The deadline of one attempt, in milliseconds. */
  readonly timeoutMs: number;
  readonly warn: (message: string) => void;
  /** For metrics and the log. Optional. */
  readonly observer?: EngineObserver;
  /** Notifies the workers of all processes that attempts are due. Optional. */
  readonly wakeWorkers?: () => Promise<unknown>;
  /** Runs long matching in pieces. By default, the engine creates its own. */
  readonly threadShare?: ThreadShare;
}
