import type { Steps } from '../../shared/domain/steps.js';
import { type ConditionResult, Conditions } from './conditions.js';
import type { AsOf, DecidingState, StateThen } from './state-then.js';

/** Why an event did not trigger a subscription. If several are true, the first one is given. */
export const reasons = [
  'not_subscribed_yet',
  'company_not_attached',
  'deleted',
  'inactive',
  'other_type',
  'conditions',
] as const;

export type Reason = (typeof reasons)[number];

/** The event to be explained. */
export interface ExplainedEvent {
  readonly type: string;
  /** Whether its company is attached to the partner now. It was when the event was accepted. */
  readonly isAttached: boolean;
}

/** Whether an event triggered a subscription. */
export interface Explanation {
  readonly asOf: AsOf;
  /** Null if it did; with `asOf: "now"` also if it would now. */
  readonly reason: Reason | null;
  /** The conditions that are not met, if they are the reason. */
  readonly failing: readonly ConditionResult[];
}

/** Of an event that triggered the subscription. */
export const FIRED: Explanation = { asOf: 'then', reason: null, failing: [] };

/**
 * Explains an event that did not trigger the subscription. Each step takes time linear in the document.
 * @param document is called only if the conditions decide
 */
export function* explaining(
  { asOf, state }: StateThen,
  event: ExplainedEvent,
  document: () => unknown,
): Steps<Explanation> {
  const reason = reasonBesidesConditions(state, asOf, event);
  if (reason !== null || state === null) return { asOf, reason, failing: [] };
  const read = document();
  yield;
  const results = yield* Conditions.stored(state.conditions).explaining(read);
  const failing = results.filter(({ matches }) => !matches);
  return { asOf, reason: failing.length > 0 ? 'conditions' : null, failing };
}

function reasonBesidesConditions(
  state: DecidingState | null,
  asOf: AsOf,
  { type, isAttached }: ExplainedEvent,
): Exclude<Reason, 'conditions'> | null {
  if (state === null) return 'not_subscribed_yet';
  if (asOf === 'now' && !isAttached) return 'company_not_attached';
  if (state.deletedReason !== null) return 'deleted';
  if (!state.isActive) return 'inactive';
  return state.type === type ? null : 'other_type';
}
