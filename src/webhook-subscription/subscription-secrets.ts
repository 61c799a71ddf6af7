import { Injectable } from '@nestjs/common';
import { SealedSecrets, UnreadableSecret, type SecretPlace } from '../shared/secrets/sealed-secrets.js';
import { authAfter, NO_AUTH, type AuthChoice, type PresentAuth } from './domain/auth/auth-choice.js';
import type { AuthData } from './domain/auth/auth-type.js';
import { findAuthType } from './domain/auth/auth-types.js';
import { sameJson } from './domain/conditions/json.js';
import {
  afterRotation,
  readPreviousSecrets,
  writePreviousSecrets,
  type PreviousSecret,
} from './domain/previous-secrets.js';
import type { Endpoint } from './domain/endpoint.js';
import type {
  AddressedSubscription,
  SealedRotation,
  SubscriptionFields,
} from './domain/webhook-subscription.js';

/** The subscription that a secret belongs to. */
export interface SubscriptionIdentity {
  readonly partnerId: number;
  readonly id: number;
}

type Opened = Pick<Endpoint, 'auth' | 'signingSecrets'>;

type SecretColumn = 'sealed_auth_data' | 'sealed_secret' | 'sealed_previous_secret';

/** Seals the secrets of subscriptions, each bound to its row and column, and opens them. */
@Injectable()
export class SubscriptionSecrets {
  /** Caches opened secrets for each state of a subscription, because every delivery needs them. */
  private readonly opened = new WeakMap<AddressedSubscription, Opened>();

  constructor(private readonly secrets: SealedSecrets) {}

  sealSecret(identity: SubscriptionIdentity, secret: string): string {
    return this.secrets.seal(secret, placeOf(identity, 'sealed_secret'));
  }

  /**
   * Seals a new signing secret and the replaced ones that still sign, each for its column.
   * @throws UnreadableSecret
   * @throws Conflict if too many secrets would sign
   */
  rotated(subscription: AddressedSubscription, secret: string, now: Date): SealedRotation {
    const before = subscription.signsWithPreviousSecret(now) ? this.previousSecretsOf(subscription) : [];
    const previous = afterRotation(before, this.secretOf(subscription), now);
    return {
      secret: this.sealSecret(subscription, secret),
      previous: this.secrets.seal(
        writePreviousSecrets(previous),
        placeOf(subscription, 'sealed_previous_secret'),
      ),
      previousUntil: previous[0].until,
    };
  }

  /**
   * The sealed credentials of a subscription after a choice. Returns the current ones if the choice is equal.
   * @param present the current subscription; null while it is being created
   * @throws InvalidInput if the choice is invalid
   */
  chosenAuth(
    identity: SubscriptionIdentity,
    choice: AuthChoice,
    present: AddressedSubscription | null,
  ): Pick<SubscriptionFields, 'authType' | 'sealedAuthData'> {
    const before = present === null ? NO_AUTH : this.presentAuthOf(present);
    const outcome = authAfter(choice, before);
    if (outcome === 'none') return { authType: null, sealedAuthData: null };
    if (outcome === 'kept' || sameJson(outcome, before)) {
      return { authType: present?.authType ?? null, sealedAuthData: present?.sealedAuthData ?? null };
    }
    const sealedAuthData = this.secrets.seal(
      JSON.stringify(outcome.authData),
      placeOf(identity, 'sealed_auth_data'),
    );
    return { authType: outcome.authType, sealedAuthData };
  }

  /** The opened credentials; null if the subscription has none. @throws UnreadableSecret */
  authDataOf(subscription: AddressedSubscription): AuthData | null {
    const { sealedAuthData } = subscription;
    if (sealedAuthData === null) return null;
    return JSON.parse(
      this.secrets.open(sealedAuthData, placeOf(subscription, 'sealed_auth_data')),
    ) as AuthData;
  }

  /** The current signing secret. @throws UnreadableSecret */
  secretOf(subscription: AddressedSubscription): string {
    return this.secrets.open(subscription.sealedSecret, placeOf(subscription, 'sealed_secret'));
  }

  /** @throws UnreadableSecret */
  endpointOf(subscription: AddressedSubscription): Endpoint {
    const { url, maxPerSecond } = subscription;
    return { url, maxPerSecond, ...this.openedOf(subscription) };
  }

  private openedOf(subscription: AddressedSubscription): Opened {
    const seen = this.opened.get(subscription);
    if (seen !== undefined) return seen;
    const data = this.authDataOf(subscription);
    const type = findAuthType(subscription.authType);
    const opened = {
      auth: data === null || type === null ? null : { type, data },
      signingSecrets: [
        { secret: this.secretOf(subscription), until: null },
        ...this.previousSecretsOf(subscription),
      ],
    };
    this.opened.set(subscription, opened);
    return opened;
  }

  /** Includes secrets that have stopped signing since the last rotation. */
  private previousSecretsOf(subscription: AddressedSubscription): readonly PreviousSecret[] {
    const { sealedPreviousSecret, previousSecretUntil } = subscription;
    if (sealedPreviousSecret === null || previousSecretUntil === null) return [];
    const text = this.secrets.open(sealedPreviousSecret, placeOf(subscription, 'sealed_previous_secret'));
    return readPreviousSecrets(text, previousSecretUntil);
  }

  /** The current authentication. Credentials that no key opens count as stored, but without data to merge with. */
  private presentAuthOf(subscription: AddressedSubscription): PresentAuth {
    const { authType } = subscription;
    try {
      return { authType, authData: this.authDataOf(subscription) };
    } catch (error) {
      if (error instanceof UnreadableSecret) return { authType, authData: null };
      throw error;
    }
  }
}

function placeOf({ partnerId, id }: SubscriptionIdentity, column: SecretColumn): SecretPlace {
  return { table: 'webhook_subscription', row: id, column, partnerId };
}
