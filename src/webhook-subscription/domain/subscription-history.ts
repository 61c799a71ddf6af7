import type { JsonObject } from '../../event/domain/event.js';
import type { Actor } from '../../partner/domain/actor.js';
import { MASK } from './auth/auth-type.js';
import { type DeliveryOptions, optionsOf } from './delivery-options.js';
import type { DeletedReason, SubscriptionFields, WebhookSubscription } from './webhook-subscription.js';

export const subscriptionActions = ['created', 'updated', 'deleted', 'restored', 'secretRotated'] as const;

/** The members of a subscription in its history: those that partners set, and why it is deleted. No secrets. */
export interface RecordedState
  extends
    Record<keyof Omit<SubscriptionFields, 'sealedAuthData' | keyof DeliveryOptions>, unknown>,
    DeliveryOptions {
  readonly type: string;
  readonly isActive: boolean;
  readonly url: string;
  readonly authType: string | null;
  /** `********` if there are credentials. */
  readonly authData: string | null;
  readonly includePaths: readonly string[];
  readonly conditions: JsonObject | null;
  /** Null if it is not deleted. */
  readonly deletedReason: DeletedReason | null;
}

/** One change of a subscription. */
export interface SubscriptionChange {
  readonly action: (typeof subscriptionActions)[number];
  /** The former values of the members that changed; null for a new subscription. */
  readonly before: Partial<RecordedState> | null;
  readonly state: RecordedState;
}

/** A stored change. */
export interface RecordedChange extends SubscriptionChange {
  /** The version of the subscription after the change. */
  readonly number: number;
  readonly at: Date;
  readonly actor: Actor;
}

/** The change from one state to the next. @param present null for a new subscription */
export function changeBetween(
  present: WebhookSubscription | null,
  next: WebhookSubscription,
): SubscriptionChange {
  const state = stateOf(next);
  if (present === null) return { action: 'created', before: null, state };
  const values = new Map(Object.entries(state));
  const changed = Object.entries(stateOf(present)).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(values.get(name)) ||
      (name === 'authData' && present.sealedAuthData !== next.sealedAuthData),
  );
  const action = actionOf(present, next, changed.length > 0);
  return { action, before: Object.fromEntries(changed), state };
}

/** The new values of the changed members; all members for a new subscription. */
export function after({ before, state }: SubscriptionChange): Partial<RecordedState> {
  if (before === null) return state;
  return Object.fromEntries(Object.entries(state).filter(([name]) => name in before));
}

/** The recorded members of a subscription. */
export function stateOf(subscription: WebhookSubscription): RecordedState {
  const { type, isActive, url, authType, sealedAuthData, includePaths, conditions, deletedReason } =
    subscription;
  return {
    type,
    isActive,
    url,
    authType,
    authData: sealedAuthData === null ? null : MASK,
    includePaths: includePaths.paths,
    conditions: conditions.json,
    ...optionsOf(subscription),
    deletedReason,
  };
}

/** Changing members can also replace the secret, because each signing method has its own. */
function actionOf(
  present: WebhookSubscription,
  next: WebhookSubscription,
  changesMembers: boolean,
): SubscriptionChange['action'] {
  if (next.deletedAt !== null) return 'deleted';
  if (present.deletedAt !== null) return 'restored';
  return changesMembers ? 'updated' : 'secretRotated';
}
