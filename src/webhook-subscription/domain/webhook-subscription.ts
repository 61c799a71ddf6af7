import { randomBytes } from 'node:crypto';
import type { EventType } from '../../event/domain/event-types.js';
import { Conditions } from './conditions/conditions.js';
import { type DeletionRule, type DeliveryOptions, type Ordering, sameOptions } from './delivery-options.js';
import { IncludePaths } from './include-paths.js';
import type { SigningMethod } from './signing.js';

/** Why a subscription is deleted: by the partner, or because a delivery used up its retries. */
export type DeletedReason = 'requested' | 'retries_exhausted';

/** The members that a partner sets. Both or neither of `authType` and `sealedAuthData` are set. */
export interface SubscriptionFields extends DeliveryOptions {
  readonly type: EventType;
  readonly isActive: boolean;
  readonly url: string;
  readonly authType: string | null;
  /** The credentials for `url`, sealed. */
  readonly sealedAuthData: string | null;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
}

/** A new signing secret and the previous ones that still sign, each sealed for its column. */
export interface SealedRotation {
  readonly secret: string;
  readonly previous: string;
  /** When the last of the previous ones stops signing along. */
  readonly previousUntil: Date;
}

type Behaviour =
  | 'isLive'
  | 'tag'
  | 'change'
  | 'delete'
  | 'exhausted'
  | 'restore'
  | 'liveAsOf'
  | 'rotateSecret'
  | 'signsWithPreviousSecret';
type State = Omit<WebhookSubscription, Behaviour>;

/**
 * A partner's subscription to events of one type, which are posted to its URL. Immutable: each change returns a new one
 * with the next version. Its secrets are sealed; the service opens them for a delivery.
 */
export class WebhookSubscription implements SubscriptionFields {
  readonly id: number;
  readonly partnerId: number;
  readonly type: EventType;
  readonly isActive: boolean;
  readonly url: string;
  readonly authType: string | null;
  readonly sealedAuthData: string | null;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
  readonly deleteWhen: DeletionRule;
  readonly maxPerSecond: number | null;
  readonly ordering: Ordering;
  readonly signing: SigningMethod;
  /** The name under which receivers find its public keys, which cannot be guessed; null until it has one. */
  readonly keySet: string | null;
  readonly sealedSecret: string;
  /** The replaced secrets that sign along, sealed together, and until when the last of them does. */
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  /** Raised by each change; together with the id the object's ETag. */
  readonly version: number;
  /** The partner's subscriptions version when it last became live. Deliveries planned before that are void. */
  readonly liveSince: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly deletedReason: DeletedReason | null;

  private constructor(state: State) {
    if ((state.authType === null) !== (state.sealedAuthData === null)) {
      throw new TypeError('authType and authData of a webhook subscription are set together, or neither is.');
    }
    Object.assign(this, state);
  }

  /** @param sealedSecret the signing secret, sealed for this id. */
  static create(
    identity: { readonly id: number; readonly partnerId: number },
    fields: SubscriptionFields,
    sealedSecret: string,
    now: Date,
  ): WebhookSubscription {
    return new WebhookSubscription({
      ...identity,
      ...fields,
      keySet: keySetFor(fields, null),
      sealedSecret,
      sealedPreviousSecret: null,
      previousSecretUntil: null,
      version: 1,
      liveSince: 0,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      deletedReason: null,
    });
  }

  /** True if events may trigger it: neither deleted nor inactive. */
  get isLive(): boolean {
    return this.deletedAt === null && this.isActive;
  }

  /** Identifies this state of the subscription to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** Returns the same subscription if the fields have not changed. */
  change(fields: SubscriptionFields, now: Date): WebhookSubscription {
    return this.has(fields) ? this : this.next({ ...fields, keySet: keySetFor(fields, this.keySet) }, now);
  }

  /** `retries_exhausted` is the end of a subscription whose delivery failed to its last retry. It can be restored. */
  delete(reason: DeletedReason, now: Date): WebhookSubscription {
    return this.next({ deletedAt: now, deletedReason: reason }, now);
  }

  /**
   * A delivery has used up its retries: it is deleted, unless `deleteWhen` wants its endpoint to have failed altogether.
   * @param isAnsweredSince whether any of its deliveries was answered validly since the first attempt of that one
   */
  exhausted(isAnsweredSince: boolean, now: Date): WebhookSubscription {
    const stays = this.deleteWhen === 'endpointFailed' && isAnsweredSince;
    return stays ? this : this.delete('retries_exhausted', now);
  }

  /** Undoes a deletion, whatever its reason. Returns the same subscription if it is not deleted. */
  restore(now: Date): WebhookSubscription {
    return this.deletedAt === null ? this : this.next({ deletedAt: null, deletedReason: null }, now);
  }

  /** The same, live since this subscriptions version: created, restored or activated with it. */
  liveAsOf(subscriptionsVersion: number): WebhookSubscription {
    return new WebhookSubscription(Object.assign({}, this, { liveSince: subscriptionsVersion }));
  }

  /** Puts a new signing secret in place. */
  rotateSecret(sealed: SealedRotation, now: Date): WebhookSubscription {
    return this.next(
      {
        sealedSecret: sealed.secret,
        sealedPreviousSecret: sealed.previous,
        previousSecretUntil: sealed.previousUntil,
      },
      now,
    );
  }

  /** True while a replaced secret still signs along. */
  signsWithPreviousSecret(now: Date): boolean {
    return this.previousSecretUntil !== null && now < this.previousSecretUntil;
  }

  private has(fields: SubscriptionFields): boolean {
    const { type, isActive, url, authType, sealedAuthData, includePaths, conditions } = fields;
    return (
      type === this.type &&
      isActive === this.isActive &&
      url === this.url &&
      authType === this.authType &&
      sealedAuthData === this.sealedAuthData &&
      sameOptions(fields, this) &&
      JSON.stringify(includePaths.paths) === JSON.stringify(this.includePaths.paths) &&
      // The order of members is stored and shown, so another order is a change.
      JSON.stringify(conditions.json) === JSON.stringify(this.conditions.json)
    );
  }

  private next(change: Partial<State>, now: Date): WebhookSubscription {
    return new WebhookSubscription(
      Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }),
    );
  }
}

/** A key set keeps its name, however often keys are rotated or the method changes. */
function keySetFor({ signing }: SubscriptionFields, present: string | null): string | null {
  return present ?? (signing === 'ed25519' ? randomBytes(16).toString('base64url') : null);
}

/** A subscription as its deliveries need it. */
export type AddressedSubscription = Omit<WebhookSubscription, 'conditions' | 'includePaths'>;
