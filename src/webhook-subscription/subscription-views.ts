import { Injectable } from '@nestjs/common';
import { UnreadableSecret } from '../shared/secrets/sealed-secrets.js';
import { Settings } from '../shared/settings.js';
import { MASK, masked, type AuthData } from './domain/auth/auth-type.js';
import { findAuthType } from './domain/auth/auth-types.js';
import { SubscriptionHealthSource, UNTRIED } from './domain/subscription-health.js';
import type { WebhookSubscription } from './domain/webhook-subscription.js';
import { SubscriptionSecrets } from './subscription-secrets.js';
import { WebhookSubscriptionView } from './webhook-subscription.dto.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';

/** Builds the API's view of subscriptions, with health and masked credentials. */
@Injectable()
export class SubscriptionViews {
  constructor(
    private readonly secrets: SubscriptionSecrets,
    private readonly health: SubscriptionHealthSource,
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly settings: Settings,
  ) {}

  /** @param subscriptions all of them must belong to the partner */
  async list(
    partnerId: number,
    subscriptions: readonly WebhookSubscription[],
  ): Promise<WebhookSubscriptionView[]> {
    if (subscriptions.length === 0) return [];
    const ids = subscriptions.map(({ id }) => id);
    const health = await this.health.of(partnerId, ids);
    const missing = await this.subscriptions.missingFeatures(partnerId, subscriptions);
    return subscriptions.map((subscription) =>
      WebhookSubscriptionView.of(
        subscription,
        this.shownAuthData(subscription),
        health.get(subscription.id) ?? UNTRIED,
        missing.get(subscription.id) ?? null,
      ),
    );
  }

  /** @param justSet credentials sent by the current request, whose answer is the only one that shows them unmasked */
  async one(
    subscription: WebhookSubscription,
    justSet: AuthData | null = null,
  ): Promise<WebhookSubscriptionView> {
    const { authType } = subscription;
    const isEchoed = authType !== null && justSet !== null && this.settings.authDataOnRead === 'masked';
    return this.viewOf(subscription, isEchoed ? justSet : this.shownAuthData(subscription));
  }

  /** The view without secrets, whatever AUTH_DATA_ON_READ says. */
  async masked(subscription: WebhookSubscription): Promise<WebhookSubscriptionView> {
    return this.viewOf(subscription, this.shownAuthData(subscription, 'masked'));
  }

  private async viewOf(
    subscription: WebhookSubscription,
    authData: AuthData | null,
  ): Promise<WebhookSubscriptionView> {
    const { partnerId, id } = subscription;
    const health = (await this.health.of(partnerId, [id])).get(id) ?? UNTRIED;
    const missing = await this.subscriptions.missingFeatures(partnerId, [subscription]);
    return WebhookSubscriptionView.of(subscription, authData, health, missing.get(id) ?? null);
  }

  private shownAuthData(
    subscription: WebhookSubscription,
    shown = this.settings.authDataOnRead,
  ): AuthData | null {
    const type = findAuthType(subscription.authType);
    if (type === null) return null;
    try {
      const data = this.secrets.authDataOf(subscription);
      return data === null || shown === 'full' ? data : masked(type, data);
    } catch (error) {
      if (!(error instanceof UnreadableSecret)) throw error;
      // No key opens the credentials. Show the subscription anyway, so that the partner can set new ones.
      return Object.fromEntries(Object.keys(type.members).map((name) => [name, MASK]));
    }
  }
}
