import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull } from 'typeorm';
import {
  type LargeRows,
  listInParts,
  type ListedRange,
  type ListInParts,
} from '../database/list-in-parts.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { requireRoom } from '../database/partner-limit.js';
import type { Actor } from '../partner/domain/actor.js';
import { Settings } from '../shared/settings.js';
import { type AddressedSubscription, WebhookSubscription } from './domain/webhook-subscription.js';
import { missingFeatures, needsFeature } from './missing-features.sql.js';
import { addSubscription, lockSubscription, saveSubscription } from './subscription-change.sql.js';
import { WebhookSubscriptionSchema } from './webhook-subscription.schema.js';

/**
 * What deliveries need of a subscription, with its partner's subscriptions version. Null if it is not live, or the
 * partner lacks the feature that its type requires.
 */
export interface SubscriptionState {
  readonly partnerId: number;
  readonly id: number;
  readonly subscriptionsVersion: number;
  readonly subscription: AddressedSubscription | null;
}

/** Allowance for the members of the view that cannot be large, and for the JSON around all members. */
const OTHER_MEMBERS_BYTES = 1_024;

const CONDITIONS_BYTES = `coalesce(octet_length(conditions::text), 0)`;

const SUBSCRIPTIONS: LargeRows<WebhookSubscription> = {
  schema: WebhookSubscriptionSchema,
  table: 'webhook_subscription',
  storedBytes: `${CONDITIONS_BYTES} + octet_length(include_paths::text) + ${OTHER_MEMBERS_BYTES}`,
  // An upper bound: the sealed text is longer than the shown credentials.
  jsonBytes: `${CONDITIONS_BYTES} + octet_length(to_json(include_paths)::text) + octet_length(to_json(url)::text)
    + coalesce(octet_length(sealed_auth_data), 0) + ${OTHER_MEMBERS_BYTES}`,
};

/** The columns that deliveries need, without conditions and include paths, which may be large. */
const ADDRESSED = {
  partnerId: true,
  id: true,
  type: true,
  isActive: true,
  url: true,
  authType: true,
  sealedAuthData: true,
  deleteWhen: true,
  maxPerSecond: true,
  ordering: true,
  signing: true,
  keySet: true,
  sealedSecret: true,
  sealedPreviousSecret: true,
  previousSecretUntil: true,
  version: true,
  liveSince: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  deletedReason: true,
} as const;

/** Webhook subscriptions in the database. */
@Injectable()
export class WebhookSubscriptionRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly settings: Settings,
  ) {}

  /** Either present or deleted subscriptions with ids greater than `afterId`, oldest first. */
  ofPartner(partnerId: number, range: ListedRange): Promise<ListInParts<WebhookSubscription>> {
    return listInParts(this.database, partnerId, SUBSCRIPTIONS, range);
  }

  /** Null if the partner does not have the subscription, or it is deleted. */
  find(partnerId: number, id: number): Promise<WebhookSubscription | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(WebhookSubscriptionSchema, { where: { partnerId, id, deletedAt: IsNull() } }),
    );
  }

  /** Like `find`, deleted or not. */
  findAny(partnerId: number, id: number): Promise<WebhookSubscription | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(WebhookSubscriptionSchema, { where: { partnerId, id } }),
    );
  }

  /** The subscription whose public keys have this name; null if there is none, or it is deleted. */
  ofKeySet(keySet: string): Promise<AddressedSubscription | null> {
    return this.database.ofEvery((rows) =>
      rows.findOne(WebhookSubscriptionSchema, { where: { keySet, deletedAt: IsNull() } }),
    );
  }

  /** The states of subscriptions from one snapshot, without those of deleted partners. */
  statesOf(
    keys: readonly { readonly partnerId: number; readonly id: number }[],
  ): Promise<SubscriptionState[]> {
    return this.database.ofEvery(async (rows) => {
      const partners: { id: number; version: number }[] = await rows.query(
        `SELECT id, subscriptions_version AS version FROM live_partner WHERE id = ANY($1)`,
        [keys.map(({ partnerId }) => partnerId)],
      );
      const subscriptions: AddressedSubscription[] = await rows.find(WebhookSubscriptionSchema, {
        select: ADDRESSED,
        where: partners.map(({ id: partnerId }) => ({
          partnerId,
          id: In(keys.filter((key) => key.partnerId === partnerId).map(({ id }) => id)),
          deletedAt: IsNull(),
          isActive: true,
        })),
      });
      const versions = new Map(partners.map(({ id, version }) => [id, version]));
      const missing = await missingFeatures(rows, subscriptions);
      const found = new Map(
        subscriptions
          .filter((one) => !missing.has(one.id))
          .map((one) => [`${one.partnerId} ${one.id}`, one] as const),
      );
      return keys.flatMap(({ partnerId, id }) => {
        const subscriptionsVersion = versions.get(partnerId);
        if (subscriptionsVersion === undefined) return [];
        return [
          { partnerId, id, subscriptionsVersion, subscription: found.get(`${partnerId} ${id}`) ?? null },
        ];
      });
    }, 'REPEATABLE READ');
  }

  /** The features that subscriptions require and the partner lacks, by subscription id. */
  async missingFeatures(
    partnerId: number,
    subscriptions: readonly AddressedSubscription[],
  ): Promise<ReadonlyMap<number, string>> {
    if (!subscriptions.some(needsFeature)) return new Map();
    return this.database.of(partnerId, (rows) => missingFeatures(rows, subscriptions));
  }

  /** Takes an id for a new subscription in advance, because its secrets are sealed for the id. */
  nextId(): Promise<number> {
    return this.database.nextId('webhook_subscription');
  }

  /** @throws Conflict if the partner has reached its limit */
  add(subscription: WebhookSubscription, actor: Actor): Promise<void> {
    return this.database.of(subscription.partnerId, async (rows) => {
      await this.requireRoom(rows, subscription.partnerId);
      await addSubscription(rows, subscription, actor);
    });
  }

  /**
   * Changes one subscription under a lock on its row. `change` gets the current state, deleted or not, and returns the
   * next one, or the same one to write nothing. If it throws, nothing changes.
   * @throws Conflict if a restored subscription would exceed the partner's limit
   * @returns the next state; null if the partner does not have the subscription
   */
  change(
    partnerId: number,
    id: number,
    actor: Actor,
    change: (present: WebhookSubscription) => WebhookSubscription,
  ): Promise<WebhookSubscription | null> {
    return this.database.of(partnerId, async (rows) => {
      const present = await lockSubscription(rows, partnerId, id);
      if (present === null) return null;
      const next = change(present);
      if (present.deletedAt !== null && next.deletedAt === null) await this.requireRoom(rows, partnerId);
      await saveSubscription(rows, present, next, actor);
      return next;
    });
  }

  private requireRoom(rows: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxSubscriptionsPerPartner;
    return requireRoom(rows, partnerId, {
      table: 'webhook_subscription',
      most,
      things: 'subscriptions',
    });
  }
}
