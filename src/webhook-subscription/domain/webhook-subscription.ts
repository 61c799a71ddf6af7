import { randomBytes } from 'node:crypto';
import type { EventType } from '../../event/domain/event-types.js';
import { Conditions } from './conditions/conditions.js';
import { type DeletionRule, type DeliveryOptions, type Ordering, sameOptions } from './delivery-options.js';
import { IncludePaths } from './include-paths.js';
import type { SigningMethod } from './signing.js';

/** Why a subscription is deleted: by the partner, or because a delivery used up its retries. */
export type DeletedReason = 'requested' | 'retries_exhausted';

/** The members that a partner sets. `authType` and `sealedAuthData` are either both set or both null. */
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

/** A new signing secret and the replaced ones that still sign, each sealed for its column. */
export interface SealedRotation {
  readonly secret: string;
  readonly previous: string;
  /** When the last of the replaced ones stops signing. */
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
 * A partner's subscription to events of one type, which are posted to its URL. Immutable: each change returns a new
 * instance with the next version. Secrets are sealed; the service opens them for deliveries.
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
  /** The unguessable name under which receivers find its public keys; null until it has one. */
  readonly keySet: string | null;
  readonly sealedSecret: string;
  /** The replaced secrets that still sign, sealed together, and when the last of them stops. */
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  /** Raised by each change. Together with the id, it is the ETag. */
  readonly version: number;
  /** The subscriptions version with which it last became live. Deliveries planned with an earlier one are void. */
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

  /** @param sealedSecret the signing secret, sealed for this id */
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

  /** The ETag of this state. */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** Returns the same subscription if the fields have not changed. */
  change(fields: SubscriptionFields, now: Date): WebhookSubscription {
    return this.has(fields) ? this : this.next({ ...fields, keySet: keySetFor(fields, this.keySet) }, now);
  }

  /**
   * Marks the subscription as deleted. `restore` undoes it.
   * @param reason `retries_exhausted` after a failed last retry
   */
  delete(reason: DeletedReason, now: Date): WebhookSubscription {
    return this.next({ deletedAt: now, deletedReason: reason }, now);
  }

  /**
   * Call it when a delivery has used up its retries. Deletes the subscription, unless `deleteWhen` is `endpointFailed`
   * and the endpoint answered something.
   * @param isAnsweredSince true if any delivery was answered validly since the first attempt of the exhausted one
   */
  exhausted(isAnsweredSince: boolean, now: Date): WebhookSubscription {
    const stays = this.deleteWhen === 'endpointFailed' && isAnsweredSince;
    return stays ? this : this.delete('retries_exhausted', now);
  }

  /** Undoes a deletion, whatever its reason. Returns the same subscription if it is not deleted. */
  restore(now: Date): WebhookSubscription {
    return this.deletedAt === null ? this : this.next({ deletedAt: null, deletedReason: null }, now);
  }

  /** Records the subscriptions version with which it became live: created, restored or activated. */
  liveAsOf(subscriptionsVersion: number): WebhookSubscription {
    return new WebhookSubscription(Object.assign({}, this, { liveSince: subscriptionsVersion }));
  }

  /** Replaces the signing secret. */
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

  /** True while a replaced secret still signs. */
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
      // The order of members is stored and shown, so a different order is a change.
      JSON.stringify(conditions.json) === JSON.stringify(this.conditions.json)
    );
  }

  private next(change: Partial<State>, now: Date): WebhookSubscription {
    return new WebhookSubscription(
      Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }),
    );
  }
}

/** A key set keeps its name when keys are rotated or the signing method changes. */
function keySetFor({ signing }: SubscriptionFields, present: string | null): string | null {
  return present ?? (signing === 'ed25519' ? randomBytes(16).toString('base64url') : null);
}

/** The parts of a subscription that its deliveries need. */
export type AddressedSubscription = Omit<WebhookSubscription, 'conditions' | 'includePaths'>;
