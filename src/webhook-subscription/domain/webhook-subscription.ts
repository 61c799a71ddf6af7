import type { EventType } from '../../event/domain/event-types.js';
import { Conditions } from './conditions.js';
import { IncludePaths } from './include-paths.js';

/** Why a subscription is deleted: by the partner, or because a delivery used up its retries. */
export type DeletedReason = 'requested' | 'retries_exhausted';

/** What a partner decides about a subscription. Both or neither of `authType` and `sealedAuthData` are set. */
export interface SubscriptionFields {
  readonly type: EventType;
  readonly isActive: boolean;
  readonly url: string;
  readonly authType: string | null;
  /** The credentials for `url`, sealed. */
  readonly sealedAuthData: string | null;
  readonly includePaths: IncludePaths;
  readonly conditions: Conditions;
}

/** A new signing secret and those that sign along with it, each sealed for the place it goes to. */
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
  | 'restore'
  | 'liveAsOf'
  | 'rotateSecret'
  | 'signsWithPreviousSecret';
type State = Omit<WebhookSubscription, Behaviour>;

/**
 * A partner's wish to be told, at a URL, when something of one type happens to a document. Immutable: each change gives
 * a new one with the next version. Its secrets are sealed; the service opens them for a delivery.
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
  readonly sealedSecret: string;
  /** The replaced secrets that sign along, sealed together, and until when the last of them does. */
  readonly sealedPreviousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  /** Raised by each change; together with the id the object's ETag. */
  readonly version: number;
  /** The partner's subscriptions version with which it came to life, last: what was planned for it before then is void. */
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

  /** True when events may trigger it: neither deleted nor switched off. */
  get isLive(): boolean {
    return this.deletedAt === null && this.isActive;
  }

  /** What identifies this state of the subscription to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** The same subscription when the fields are those it has. */
  change(fields: SubscriptionFields, now: Date): WebhookSubscription {
    return this.has(fields) ? this : this.next(fields, now);
  }

  delete(reason: DeletedReason, now: Date): WebhookSubscription {
    return this.next({ deletedAt: now, deletedReason: reason }, now);
  }

  /** Undoes a deletion, whatever its reason; one that is not deleted comes back as it is. */
  restore(now: Date): WebhookSubscription {
    return this.deletedAt === null ? this : this.next({ deletedAt: null, deletedReason: null }, now);
  }

  /** The same, if it comes to life with this subscriptions version of its partner: created, brought back or switched on. */
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
      JSON.stringify(includePaths.paths) === JSON.stringify(this.includePaths.paths) &&
      // The order of members is kept and shown, so another order is a change.
      JSON.stringify(conditions.json) === JSON.stringify(this.conditions.json)
    );
  }

  private next(change: Partial<State>, now: Date): WebhookSubscription {
    return new WebhookSubscription(
      Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }),
    );
  }
}

/** What deliveries to a subscription need of it. */
export type AddressedSubscription = Omit<WebhookSubscription, 'conditions' | 'includePaths'>;
