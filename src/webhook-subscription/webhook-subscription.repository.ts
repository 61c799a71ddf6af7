import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { requireRoom } from '../database/partner-limit.js';
import { Settings } from '../shared/settings.js';
import { SUBSCRIPTION_CHANNEL } from './domain/subscription-changed.js';
import { WebhookSubscription } from './domain/webhook-subscription.js';
import { WebhookSubscriptionSchema } from './webhook-subscription.schema.js';

/** The live subscriptions of a partner, and the version by which a later change of them is noticed. */
export interface PartnerListeners {
  readonly partnerId: number;
  readonly fanOutVersion: number;
  readonly subscriptions: readonly WebhookSubscription[];
}

/** Webhook subscriptions in the database. Every question names the partner first. */
@Injectable()
export class WebhookSubscriptionRepository {
  constructor(
    private readonly database: PartnerDatabase,
    private readonly settings: Settings,
  ) {}

  /** Present ones, or deleted ones instead, with ids greater than `afterId`, oldest first. */
  ofPartner(
    partnerId: number,
    { deleted, afterId, limit }: { deleted: boolean; afterId: number; limit: number },
  ): Promise<WebhookSubscription[]> {
    const deletedAt = deleted ? Not(IsNull()) : IsNull();
    return this.database.of(partnerId, (rows) =>
      rows.find(WebhookSubscriptionSchema, {
        where: { partnerId, id: MoreThan(afterId), deletedAt },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
  }

  /** Null when the partner has no such subscription, or it is deleted. */
  find(partnerId: number, id: number): Promise<WebhookSubscription | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(WebhookSubscriptionSchema, { where: { partnerId, id, deletedAt: IsNull() } }),
    );
  }

  /** The live subscriptions of each partner that is not deleted, with its version, all of one snapshot. */
  listeningTo(partnerIds: readonly number[]): Promise<PartnerListeners[]> {
    return this.database.ofEvery(async (rows) => {
      const partners: { id: number; version: number }[] = await rows.query(
        `SELECT id, fan_out_version AS version FROM partner WHERE id = ANY($1) AND deleted_at IS NULL`,
        [partnerIds],
      );
      const subscriptions = await rows.find(WebhookSubscriptionSchema, {
        where: { partnerId: In(partners.map(({ id }) => id)), deletedAt: IsNull(), isActive: true },
        order: { partnerId: 'ASC', id: 'ASC' },
      });
      const ofPartner = new Map<number, WebhookSubscription[]>(partners.map(({ id }) => [id, []]));
      for (const subscription of subscriptions) ofPartner.get(subscription.partnerId)?.push(subscription);
      return partners.map(({ id, version }) => ({
        partnerId: id,
        fanOutVersion: version,
        subscriptions: ofPartner.get(id) ?? [],
      }));
    }, 'REPEATABLE READ');
  }

  /** An id for a new subscription, taken before it is stored because its secrets are sealed for it. */
  nextId(): Promise<number> {
    return this.database.nextId('webhook_subscription');
  }

  /** @throws Conflict when the partner has as many as it may have */
  add(subscription: WebhookSubscription): Promise<void> {
    return this.database.of(subscription.partnerId, async (rows) => {
      await this.requireRoom(rows, subscription.partnerId);
      const version = await announce(rows, subscription);
      await rows.insert(WebhookSubscriptionSchema, columnsOf(subscription.liveAsOf(version)));
    });
  }

  /**
   * Changes one subscription under a lock on its row. `change` gets it in its present state, deleted or not, and gives
   * the next one; the same one back means that there is nothing to write. What it throws leaves everything as it was.
   * @throws Conflict when it would be restored and the partner has as many as it may have
   * @returns the next state; null when the partner has no such subscription.
   */
  change(
    partnerId: number,
    id: number,
    change: (present: WebhookSubscription) => WebhookSubscription,
  ): Promise<WebhookSubscription | null> {
    return this.database.of(partnerId, async (rows) => {
      const present = await rows.findOne(WebhookSubscriptionSchema, {
        where: { partnerId, id },
        lock: { mode: 'pessimistic_write' },
      });
      if (present === null) return null;
      const next = change(present);
      if (next === present) return next;
      if (present.deletedAt !== null && next.deletedAt === null) await this.requireRoom(rows, partnerId);
      const version = await announce(rows, next);
      const comesToLife = next.isLive && !present.isLive;
      const written = comesToLife ? next.liveAsOf(version) : next;
      await rows.update(WebhookSubscriptionSchema, { partnerId, id }, columnsOf(written));
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

/**
 * Lets the intake see the change with its next event (it holds the partner's version against its own copy), and every
 * process hear of it once it is committed. Answers the partner's fan-out version from then on.
 */
async function announce(rows: EntityManager, { partnerId, id }: WebhookSubscription): Promise<number> {
  const [[partner]]: [{ version: number }[]] = await rows.query(
    `UPDATE partner SET fan_out_version = fan_out_version + 1 WHERE id = $1 RETURNING fan_out_version AS version`,
    [partnerId],
  );
  await rows.query(`SELECT pg_notify($1, $2)`, [SUBSCRIPTION_CHANNEL, `${partnerId}:${id}`]);
  if (partner === undefined) throw new Error(`There is no partner ${partnerId}.`);
  return partner.version;
}

/** TypeORM's type for what is written takes value objects apart, which the schema turns into columns whole. */
function columnsOf(subscription: WebhookSubscription): QueryDeepPartialEntity<WebhookSubscription> {
  return subscription as QueryDeepPartialEntity<WebhookSubscription>;
}
