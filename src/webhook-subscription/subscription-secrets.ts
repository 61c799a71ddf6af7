import { Injectable } from '@nestjs/common';
import { SealedSecrets, UnreadableSecret, type SecretPlace } from '../shared/secrets/sealed-secrets.js';
import { authAfter, NO_AUTH, type AuthChoice, type PresentAuth } from './domain/auth/auth-choice.js';
import type { AuthData } from './domain/auth/auth-type.js';
import { findAuthType } from './domain/auth/auth-types.js';
import type {
  SealedRotation,
  SubscriptionFields,
  WebhookSubscription,
} from './domain/webhook-subscription.js';

/** Which subscription a secret belongs to. */
export interface SubscriptionIdentity {
  readonly partnerId: number;
  readonly id: number;
}

/** Where a delivery goes, and what it carries to prove where it comes from. */
export interface Endpoint {
  readonly url: string;
  /** Credentials, by header name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The present one first; after a rotation the one before for 24 hours. */
  readonly signingSecrets: readonly string[];
}

interface Opened {
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
  readonly previousSecret: string | null;
}

type SecretColumn = 'sealed_auth_data' | 'sealed_secret' | 'sealed_previous_secret';

/** Seals the secrets of subscriptions, each bound to its row and column, and opens them. */
@Injectable()
export class SubscriptionSecrets {
  /** Opened once for each state of a subscription, because deliveries ask again and again. */
  private readonly opened = new WeakMap<WebhookSubscription, Opened>();

  constructor(private readonly secrets: SealedSecrets) {}

  sealSecret(identity: SubscriptionIdentity, secret: string): string {
    return this.secrets.seal(secret, placeOf(identity, 'sealed_secret'));
  }

  /** A new signing secret and the present one, each sealed for the column it goes to. @throws UnreadableSecret */
  rotated(subscription: WebhookSubscription, secret: string): SealedRotation {
    const present = this.secretOf(subscription);
    return {
      secret: this.sealSecret(subscription, secret),
      previous: this.secrets.seal(present, placeOf(subscription, 'sealed_previous_secret')),
    };
  }

  /**
   * The credentials of a subscription after a choice, sealed.
   * @param present the subscription as it is; null while it is being created.
   * @throws InvalidInput when the choice breaks a rule.
   */
  chosenAuth(
    identity: SubscriptionIdentity,
    choice: AuthChoice,
    present: WebhookSubscription | null,
  ): Pick<SubscriptionFields, 'authType' | 'sealedAuthData'> {
    const outcome = authAfter(choice, present === null ? NO_AUTH : this.presentAuthOf(present));
    if (outcome === 'none') return { authType: null, sealedAuthData: null };
    if (outcome === 'kept') {
      return { authType: present?.authType ?? null, sealedAuthData: present?.sealedAuthData ?? null };
    }
    const sealedAuthData = this.secrets.seal(
      JSON.stringify(outcome.authData),
      placeOf(identity, 'sealed_auth_data'),
    );
    return { authType: outcome.authType, sealedAuthData };
  }

  /** The credentials in clear; null when the subscription has none. @throws UnreadableSecret */
  authDataOf(subscription: WebhookSubscription): AuthData | null {
    const { sealedAuthData } = subscription;
    if (sealedAuthData === null) return null;
    return JSON.parse(
      this.secrets.open(sealedAuthData, placeOf(subscription, 'sealed_auth_data')),
    ) as AuthData;
  }

  /** The present signing secret. @throws UnreadableSecret */
  secretOf(subscription: WebhookSubscription): string {
    return this.secrets.open(subscription.sealedSecret, placeOf(subscription, 'sealed_secret'));
  }

  /** @throws UnreadableSecret */
  endpointOf(subscription: WebhookSubscription, now: Date): Endpoint {
    const { headers, secret, previousSecret } = this.openedOf(subscription);
    const signsAlong = previousSecret !== null && subscription.signsWithPreviousSecret(now);
    return {
      url: subscription.url,
      headers,
      signingSecrets: signsAlong ? [secret, previousSecret] : [secret],
    };
  }

  private openedOf(subscription: WebhookSubscription): Opened {
    const seen = this.opened.get(subscription);
    if (seen !== undefined) return seen;
    const authData = this.authDataOf(subscription);
    const { sealedPreviousSecret } = subscription;
    const opened = {
      headers: authData === null ? {} : (findAuthType(subscription.authType)?.headers(authData) ?? {}),
      secret: this.secretOf(subscription),
      previousSecret:
        sealedPreviousSecret === null
          ? null
          : this.secrets.open(sealedPreviousSecret, placeOf(subscription, 'sealed_previous_secret')),
    };
    this.opened.set(subscription, opened);
    return opened;
  }

  /** Credentials that cannot be read any more count as in place, but cannot be merged with. */
  private presentAuthOf(subscription: WebhookSubscription): PresentAuth {
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
