import type { RecordedState, SubscriptionChange } from './subscription-history.js';

/** The members that decide whether an event triggers a subscription. */
export type DecidingState = Pick<RecordedState, 'type' | 'isActive' | 'conditions' | 'deletedReason'>;

/** Whether a state is that at the time in question, or the present one because the former is no longer known. */
export type AsOf = 'then' | 'now';

/** What is known of a subscription around a version of its partner's subscriptions. */
export interface HistoryAround {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** After the last recorded change up to the version; null if there is none. */
  readonly last: DecidingState | null;
  /** The first recorded change after the version, if there is none up to it. */
  readonly following:
    | (Pick<SubscriptionChange, 'action' | 'before'> & {
        readonly state: DecidingState;
        /** When the state before it began, in milliseconds since 1970; null for a new subscription. */
        readonly beforeSince: number | null;
      })
    | null;
  /** As it is now; null if `last` is known. */
  readonly present: DecidingState | null;
}

/** A subscription at some time. */
export interface StateThen {
  readonly asOf: AsOf;
  /** Null if there was no subscription yet. */
  readonly state: DecidingState | null;
}

/**
 * The state of a subscription when an event was accepted. Changes from before there was a history, or that are no longer
 * kept, leave the state before the oldest one that is: it is the right one if it began before the event.
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
