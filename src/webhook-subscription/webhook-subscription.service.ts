import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { ListedRange, ListInParts } from '../database/list-in-parts.js';
import type { JsonObject } from '../event/domain/event.js';
import type { EventType } from '../event/domain/event-types.js';
import { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import { Clock } from '../shared/clock.js';
import { NotFound } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { outsideRequest } from '../shared/logging/request-context.js';
import { Settings } from '../shared/settings.js';
import type { AuthChoice } from './domain/auth/auth-choice.js';
import { requireCredentials } from './domain/auth/credentials-required.js';
import { Conditions } from './domain/conditions/conditions.js';
import { IncludePaths } from './domain/include-paths.js';
import { DEFAULT_OPTIONS, type DeliveryOptions, optionsAfter } from './domain/delivery-options.js';
import { requireFeature } from './domain/required-feature.js';
import { newSigningSecret, type PublicJwk, publicJwksOf, validSecrets } from './domain/signing.js';
import { SUBSCRIPTION_CHANGED, SubscriptionChanged } from './domain/subscription-changed.js';
import {
  type AddressedSubscription,
  type SubscriptionFields,
  WebhookSubscription,
} from './domain/webhook-subscription.js';
import type { Endpoint } from './domain/endpoint.js';
import { type SubscriptionIdentity, SubscriptionSecrets } from './subscription-secrets.js';
import { SubscriptionPagesRepository } from './subscription-pages.repository.js';
import type { SubscriptionPage, SubscriptionRange } from './domain/subscription-page.js';
import { type SubscriptionState, WebhookSubscriptionRepository } from './webhook-subscription.repository.js';

/** A partner's changes to a subscription, each member already validated separately. Absent members do not change. */
export interface SubscriptionChanges extends AuthChoice, Partial<DeliveryOptions> {
  readonly type?: EventType;
  readonly isActive?: boolean;
  readonly url?: string;
  readonly includePaths?: readonly string[];
  readonly conditions?: JsonObject | null;
}

type NewSubscription = SubscriptionChanges &
  Required<Pick<SubscriptionChanges, 'type' | 'isActive' | 'url' | 'includePaths'>>;

/** A partner, and who makes a change for it. */
export type ActingPartner = Pick<AuthenticatedPartner, 'id' | 'actor'>;

/** Manages webhook subscriptions, and provides them to deliveries. */
@Injectable()
export class WebhookSubscriptionService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly pages: SubscriptionPagesRepository,
    private readonly secrets: SubscriptionSecrets,
    private readonly clock: Clock,
    private readonly events: EventEmitter2,
    private readonly settings: Settings,
  ) {}

  /** Either present or deleted subscriptions with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: ListedRange): Promise<ListInParts<WebhookSubscription>> {
    return this.subscriptions.ofPartner(partnerId, range);
  }

  /** @throws NotFound also if it is deleted, or another partner's */
  async find(partnerId: number, id: number): Promise<WebhookSubscription> {
    return (await this.subscriptions.find(partnerId, id)) ?? notFound(id);
  }

  /**
   * @throws Forbidden if the partner lacks a feature that the event type requires
   * @throws InvalidInput for bad credentials
   */
  async create(partner: AuthenticatedPartner, chosen: NewSubscription): Promise<WebhookSubscription> {
    requireFeature(partner, chosen.type);
    const identity = { partnerId: partner.id, id: await this.subscriptions.nextId() };
    const options = optionsAfter(chosen, DEFAULT_OPTIONS);
    const subscription = WebhookSubscription.create(
      identity,
      {
        type: chosen.type,
        isActive: chosen.isActive,
        url: chosen.url,
        includePaths: IncludePaths.parse(chosen.includePaths),
        conditions: Conditions.parse(chosen.conditions ?? null),
        ...options,
        ...this.secrets.chosenAuth(identity, chosen, null),
      },
      this.secrets.sealSecret(identity, newSigningSecret(options.signing)),
      this.clock.now(),
    );
    await this.subscriptions.add(subscription, partner.actor);
    this.notifyChanged(subscription);
    return subscription;
  }

  /** @throws NotFound, PreconditionFailed, Forbidden, InvalidInput, or Unprocessable for missing credentials */
  update(
    partner: AuthenticatedPartner,
    id: number,
    changes: SubscriptionChanges,
    ifMatch: string | null,
  ): Promise<WebhookSubscription> {
    return this.change(partner, id, (present) => {
      requirePresence(present);
      requireMatch(ifMatch, present.tag);
      if (changes.type !== undefined && changes.type !== present.type) requireFeature(partner, changes.type);
      const changed = present.change(this.merged(present, changes), this.clock.now());
      return changed.signing === present.signing ? changed : this.withNewSecret(changed);
    });
  }

  /** @throws NotFound, PreconditionFailed */
  async delete(partner: ActingPartner, id: number, ifMatch: string | null): Promise<void> {
    await this.change(partner, id, (present) => {
      requirePresence(present);
      requireMatch(ifMatch, present.tag);
      return present.delete('requested', this.clock.now());
    });
  }

  /** Undoes a deletion. Does not change a present subscription. @throws NotFound */
  restore(partner: ActingPartner, id: number): Promise<WebhookSubscription> {
    return this.change(partner, id, (present) => present.restore(this.clock.now()));
  }

  /**
   * Replaces the signing secret. The old one continues to sign for 24 hours.
   * @throws NotFound, Conflict, UnreadableSecret
   */
  rotateSecret(partner: ActingPartner, id: number): Promise<WebhookSubscription> {
    return this.change(partner, id, (present) => {
      requirePresence(present);
      return this.withNewSecret(present);
    });
  }

  /** @throws UnreadableSecret */
  signingSecretOf(subscription: WebhookSubscription): string {
    return this.secrets.secretOf(subscription);
  }

  /**
   * The public keys of a key set that verify current signatures; empty while the subscription uses a shared secret.
   * @throws NotFound if no present subscription has the set
   * @throws UnreadableSecret
   */
  async publicKeysOf(keySet: string): Promise<PublicJwk[]> {
    const subscription = (await this.subscriptions.ofKeySet(keySet)) ?? noKeySet(keySet);
    const { signingSecrets } = this.secrets.endpointOf(subscription);
    return publicJwksOf(validSecrets(signingSecrets, this.clock.now()));
  }

  /** Pages of live subscriptions for matching, from one snapshot. */
  pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<SubscriptionPage[]> {
    return this.pages.of(ranges, bytes);
  }

  /** The states of subscriptions for deliveries, from one snapshot. */
  statesOf(keys: readonly SubscriptionIdentity[]): Promise<SubscriptionState[]> {
    return this.subscriptions.statesOf(keys);
  }

  /** The current endpoint of a subscription. @throws UnreadableSecret */
  endpointOf(subscription: AddressedSubscription): Endpoint {
    return this.secrets.endpointOf(subscription);
  }

  /** Replaces the secret with a new one for the signing method. @throws Conflict, UnreadableSecret */
  private withNewSecret(subscription: WebhookSubscription): WebhookSubscription {
    const now = this.clock.now();
    const secret = newSigningSecret(subscription.signing);
    return subscription.rotateSecret(this.secrets.rotated(subscription, secret, now), now);
  }

  private merged(present: WebhookSubscription, changes: SubscriptionChanges): SubscriptionFields {
    const fields = {
      type: changes.type ?? present.type,
      isActive: changes.isActive ?? present.isActive,
      url: changes.url ?? present.url,
      includePaths: changes.includePaths ? IncludePaths.parse(changes.includePaths) : present.includePaths,
      conditions:
        changes.conditions === undefined ? present.conditions : Conditions.parse(changes.conditions),
      ...optionsAfter(changes, present),
      ...this.secrets.chosenAuth(present, changes, present),
    };
    if (!this.settings.credentialsFollowUrl) requireCredentials(present, fields, changes);
    return fields;
  }

  private async change(
    { id: partnerId, actor }: ActingPartner,
    id: number,
    change: (present: WebhookSubscription) => WebhookSubscription,
  ): Promise<WebhookSubscription> {
    const changed = (await this.subscriptions.change(partnerId, id, actor, change)) ?? notFound(id);
    this.notifyChanged(changed);
    return changed;
  }

  /** Notifies this process at once. Others are notified by the transaction of the change. */
  private notifyChanged({ partnerId, id, isLive }: WebhookSubscription): void {
    const change = new SubscriptionChanged(partnerId, id, isLive);
    outsideRequest(() => this.events.emit(SUBSCRIPTION_CHANGED, change));
  }
}

function requirePresence({ id, deletedAt }: WebhookSubscription): void {
  if (deletedAt !== null) notFound(id);
}

function notFound(id: number): never {
  throw NotFound.of('webhook subscription', id);
}

function noKeySet(name: string): never {
  throw NotFound.of('key set', name);
}
