import type { RecordedState, SubscriptionChange } from './subscription-history.js';

/** The members that determine whether an event triggers a subscription. */
export type DecidingState = Pick<RecordedState, 'type' | 'isActive' | 'conditions' | 'deletedReason'>;

/** `then`: the state at the time in question. `now`: the current state, because the former is no longer known. */
export type AsOf = 'then' | 'now';

/** What the history says about a subscription around a subscriptions version. */
export interface HistoryAround {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The state after the last recorded change up to the version; null if there is none. */
  readonly last: DecidingState | null;
  /** If there is none up to the version, the first recorded change after it. */
  readonly following:
    | (Pick<SubscriptionChange, 'action' | 'before'> & {
        readonly state: DecidingState;
        /** When the state before it began, in milliseconds since 1970; null for a new subscription. */
        readonly beforeSince: number | null;
      })
    | null;
  /** The current state; null if `last` is known. */
  readonly present: DecidingState | null;
}

/** The state of a subscription at some time. */
export interface StateThen {
  readonly asOf: AsOf;
  /** Null if the subscription did not exist yet. */
  readonly state: DecidingState | null;
}

/**
 * The state of a subscription when an event was accepted. If older changes are not recorded, or no longer, the state
 * before the oldest recorded change is the right one, provided that it began before the event.
 * @param acceptedAt when the event was accepted
 */
export function stateThen(
  { createdAt, updatedAt, last, following, present }: HistoryAround,
  acceptedAt: Date,
): StateThen {
  if (last !== null) return { asOf: 'then', state: last };
  if (following?.action === 'created' || createdAt > acceptedAt) return { asOf: 'then', state: null };
  if (following === null) return { asOf: updatedAt <= acceptedAt ? 'then' : 'now', state: present };
  const { state, before, beforeSince } = following;
  if (beforeSince !== null && beforeSince <= acceptedAt.getTime())
    return { asOf: 'then', state: { ...state, ...before } };
  return { asOf: 'now', state: present };
}
