import type { EventType } from '../../event/domain/event-types.js';
import type { Matchable } from './matchable.js';

/** Selects a partner's live subscriptions to one event type with ids greater than `after`. */
export interface SubscriptionRange {
  readonly partnerId: number;
  readonly type: EventType;
  readonly after: number;
}

/** The first of them, in the order of their ids, and the version by which a later change of them is noticed. */
export interface SubscriptionPage extends SubscriptionRange {
  readonly subscriptionsVersion: number;
  readonly subscriptions: readonly Matchable[];
  /** Of the texts of their conditions and include paths. */
  readonly bytes: number;
  /** True when there are no more. */
  readonly isLast: boolean;
}
