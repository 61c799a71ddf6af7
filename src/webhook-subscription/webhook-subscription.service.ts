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

/** A partner's changes to a subscription, each member already checked by itself; absent members stay as they are. */
export interface SubscriptionChanges extends AuthChoice, Partial<DeliveryOptions> {
  readonly type?: EventType;
  readonly isActive?: boolean;
  readonly url?: string;
  readonly includePaths?: readonly string[];
  readonly conditions?: JsonObject | null;
}

type NewSubscription = SubscriptionChanges &
  Required<Pick<SubscriptionChanges, 'type' | 'isActive' | 'url' | 'includePaths'>>;

/** A partner, and whose change of its subscriptions it is. */
export type ActingPartner = Pick<AuthenticatedPartner, 'id' | 'actor'>;

/** The webhook subscriptions of partners, for their partners and for deliveries. */
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

  /** The present ones, or the deleted ones instead, with ids greater than `afterId`, oldest first. */
  list(partnerId: number, range: ListedRange): Promise<ListInParts<WebhookSubscription>> {
    return this.subscriptions.ofPartner(partnerId, range);
  }

  /** @throws NotFound also when it is deleted, or another partner's. */
  async find(partnerId: number, id: number): Promise<WebhookSubscription> {
    return (await this.subscriptions.find(partnerId, id)) ?? notFound(id);
  }

  /** @throws Forbidden when the event type needs a feature that the partner lacks; InvalidInput for bad credentials. */
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

  /** @throws NotFound, PreconditionFailed, Forbidden, InvalidInput; Unprocessable for credentials that are missing */
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

  /** Undoes a deletion; a present subscription stays as it is. @throws NotFound */
  restore(partner: ActingPartner, id: number): Promise<WebhookSubscription> {
    return this.change(partner, id, (present) => present.restore(this.clock.now()));
  }

  /** Gives it a new signing secret; the present one signs along for 24 hours. @throws NotFound, Conflict, UnreadableSecret */
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
   * The public keys of a key set that receivers may meet in signatures now; none while the subscription shares a secret.
   * @throws NotFound when no present subscription has the set; UnreadableSecret
   */
  async publicKeysOf(keySet: string): Promise<PublicJwk[]> {
    const subscription = (await this.subscriptions.ofKeySet(keySet)) ?? noKeySet(keySet);
    const { signingSecrets } = this.secrets.endpointOf(subscription);
    return publicJwksOf(validSecrets(signingSecrets, this.clock.now()));
  }

  /** Pages of live subscriptions for matching, in one snapshot. */
  pagesOf(ranges: readonly SubscriptionRange[], bytes: number): Promise<SubscriptionPage[]> {
    return this.pages.of(ranges, bytes);
  }

  /** Live subscriptions for deliveries, with their partners' versions, in one snapshot. */
  statesOf(keys: readonly SubscriptionIdentity[]): Promise<SubscriptionState[]> {
    return this.subscriptions.statesOf(keys);
  }

  /** The present endpoint of a subscription, with its credentials and signing secrets. @throws UnreadableSecret */
  endpointOf(subscription: AddressedSubscription): Endpoint {
    return this.secrets.endpointOf(subscription);
  }

  /** The same with a new secret for its method; the former one signs along for 24 hours. @throws Conflict, UnreadableSecret */
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
