import { isEventType, partnerTypeNames } from '../../event/domain/event-types.js';
import type { Steps } from '../../shared/domain/steps.js';
import { type ConditionResult, Conditions } from './conditions/conditions.js';
import { requiredFeature } from './required-feature.js';
import type { AsOf, DecidingState, StateThen } from './state-then.js';

/**
 * Why an event did not trigger a subscription. If several are true, the first one counts. `about_itself`: the event is
 * about this subscription, or about one that failed to deliver the report of this one (docs/delivery.md#notices).
 * `feature_missing`: the partner lacked the feature that the event type needs.
 */
export const reasons = [
  'not_subscribed_yet',
  'company_not_attached',
  'deleted',
  'inactive',
  'other_type',
  'conditions',
  'about_itself',
  'feature_missing',
] as const;

export type Reason = (typeof reasons)[number];

/** The event to explain. */
export interface ExplainedEvent {
  readonly type: string;
  /** Whether its company is attached to the partner now. It was attached when the event was accepted. */
  readonly isAttached: boolean;
}

/** Whether an event triggered a subscription. */
export interface Explanation {
  readonly asOf: AsOf;
  /** Null if the event triggered the subscription or, with `asOf: "now"`, would trigger it now. */
  readonly reason: Reason | null;
  /** The conditions that are not met, if these are the reason. */
  readonly failing: readonly ConditionResult[];
}

/** The explanation of an event that triggered the subscription. */
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
  if (failing.length > 0) return { asOf, reason: 'conditions', failing };
  return { asOf, reason: asOf === 'then' ? onlyReasonLeft(event) : null, failing };
}

/** What keeps an event from a subscription that is live and matches. */
function onlyReasonLeft(event: ExplainedEvent): Extract<Reason, 'about_itself' | 'feature_missing'> | null {
  if (isOfPartner(event)) return 'about_itself';
  return isEventType(event.type) && requiredFeature(event.type) !== null ? 'feature_missing' : null;
}

function isOfPartner({ type }: ExplainedEvent): boolean {
  return partnerTypeNames.some((name) => name === type);
}

function reasonBesidesConditions(
  state: DecidingState | null,
  asOf: AsOf,
  event: ExplainedEvent,
): Exclude<Reason, 'conditions' | 'about_itself' | 'feature_missing'> | null {
  if (state === null) return 'not_subscribed_yet';
  if (asOf === 'now' && !event.isAttached && !isOfPartner(event)) return 'company_not_attached';
  if (state.deletedReason !== null) return 'deleted';
  if (!state.isActive) return 'inactive';
  return state.type === event.type ? null : 'other_type';
}
