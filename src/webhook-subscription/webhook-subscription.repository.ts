import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { EntityManager, In, IsNull, MoreThan, Not, Repository } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
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
    @InjectRepository(WebhookSubscriptionSchema, LIVERY_DATABASE)
    private readonly rows: Repository<WebhookSubscription>,
    private readonly settings: Settings,
  ) {}

  /** Present ones, or deleted ones instead, with ids greater than `afterId`, oldest first. */
  ofPartner(
    partnerId: number,
    { deleted, afterId, limit }: { deleted: boolean; afterId: number; limit: number },
  ): Promise<WebhookSubscription[]> {
    const deletedAt = deleted ? Not(IsNull()) : IsNull();
    return this.rows.find({
      where: { partnerId, id: MoreThan(afterId), deletedAt },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** Null when the partner has no such subscription, or it is deleted. */
  find(partnerId: number, id: number): Promise<WebhookSubscription | null> {
    return this.rows.findOne({ where: { partnerId, id, deletedAt: IsNull() } });
  }

  /** The live subscriptions of each partner that is not deleted, with its version, all of one snapshot. */
  listeningTo(partnerIds: readonly number[]): Promise<PartnerListeners[]> {
    return this.rows.manager.transaction('REPEATABLE READ', async (transaction) => {
      const partners: { id: number; version: number }[] = await transaction.query(
        `SELECT id, fan_out_version AS version FROM partner WHERE id = ANY($1) AND deleted_at IS NULL`,
        [partnerIds],
      );
      const subscriptions = await transaction.getRepository(WebhookSubscriptionSchema).find({
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
    });
  }

  /** An id for a new subscription, taken before it is stored because its secrets are sealed for it. */
  async nextId(): Promise<number> {
    const [row]: { id: number }[] = await this.rows.query(
      `SELECT nextval(pg_get_serial_sequence('webhook_subscription', 'id'))::int AS id`,
    );
    if (row === undefined) throw new Error('The sequence of webhook_subscription gave no id.');
    return row.id;
  }

  /** @throws Conflict when the partner has as many as it may have */
  add(subscription: WebhookSubscription): Promise<void> {
    return this.rows.manager.transaction(async (transaction) => {
      await this.requireRoom(transaction, subscription.partnerId);
      const version = await announce(transaction, subscription);
      await transaction
        .getRepository(WebhookSubscriptionSchema)
        .insert(columnsOf(subscription.liveAsOf(version)));
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
    return this.rows.manager.transaction(async (transaction) => {
      const rows = transaction.getRepository(WebhookSubscriptionSchema);
      const present = await rows.findOne({ where: { partnerId, id }, lock: { mode: 'pessimistic_write' } });
      if (present === null) return null;
      const next = change(present);
      if (next === present) return next;
      if (present.deletedAt !== null && next.deletedAt === null)
        await this.requireRoom(transaction, partnerId);
      const version = await announce(transaction, next);
      const comesToLife = next.isLive && !present.isLive;
      await rows.update({ partnerId, id }, columnsOf(comesToLife ? next.liveAsOf(version) : next));
      return next;
    });
  }

  private requireRoom(transaction: EntityManager, partnerId: number): Promise<void> {
    const most = this.settings.maxSubscriptionsPerPartner;
    return requireRoom(transaction, partnerId, {
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
async function announce(transaction: EntityManager, { partnerId, id }: WebhookSubscription): Promise<number> {
  const [[partner]]: [{ version: number }[]] = await transaction.query(
    `UPDATE partner SET fan_out_version = fan_out_version + 1 WHERE id = $1 RETURNING fan_out_version AS version`,
    [partnerId],
  );
  await transaction.query(`SELECT pg_notify($1, $2)`, [SUBSCRIPTION_CHANNEL, `${partnerId}:${id}`]);
  if (partner === undefined) throw new Error(`There is no partner ${partnerId}.`);
  return partner.version;
}

/** TypeORM's type for what is written takes value objects apart, which the schema turns into columns whole. */
function columnsOf(subscription: WebhookSubscription): QueryDeepPartialEntity<WebhookSubscription> {
  return subscription as QueryDeepPartialEntity<WebhookSubscription>;
}
