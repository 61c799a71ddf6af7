import type { EventType } from '../../event/domain/event-types.js';
import type { Matchable } from './matchable.js';

/** Selects a partner's live subscriptions to one event type with ids greater than `after`. */
export interface SubscriptionRange {
  readonly partnerId: number;
  readonly type: EventType;
  readonly after: number;
}

/** The first subscriptions of a range, ordered by id, and the version that reveals later changes. */
export interface SubscriptionPage extends SubscriptionRange {
  readonly subscriptionsVersion: number;
  readonly subscriptions: readonly Matchable[];
  /** The size of their conditions and include paths as text. */
  readonly bytes: number;
  /** True if there are no more. */
  readonly isLast: boolean;
}
