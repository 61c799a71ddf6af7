import type { EntityManager } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity.js';
import type { Actor } from '../partner/domain/actor.js';
import { SUBSCRIPTION_CHANNEL } from './subscription-channel.js';
import type { WebhookSubscription } from './domain/webhook-subscription.js';
import { recordChange } from './history/history.sql.js';
import { WebhookSubscriptionSchema } from './webhook-subscription.schema.js';

/** Reads a subscription, deleted or not, and locks it until the transaction ends. Null if it does not exist. */
export function lockSubscription(
  rows: EntityManager,
  partnerId: number,
  id: number,
): Promise<WebhookSubscription | null> {
  return rows.findOne(WebhookSubscriptionSchema, {
    where: { partnerId, id },
    lock: { mode: 'for_no_key_update' },
  });
}

/** Stores a new subscription, records it in its history and announces it. */
export async function addSubscription(
  rows: EntityManager,
  subscription: WebhookSubscription,
  actor: Actor,
): Promise<void> {
  const version = await announce(rows, subscription);
  await rows.insert(WebhookSubscriptionSchema, columnsOf(subscription.liveAsOf(version)));
  await recordChange(rows, null, subscription, version, actor);
}

/**
 * Stores the next state of a locked subscription, records the change in its history and announces it. Does nothing if
 * the state has not changed.
 */
export async function saveSubscription(
  rows: EntityManager,
  present: WebhookSubscription,
  next: WebhookSubscription,
  actor: Actor,
): Promise<void> {
  if (next === present) return;
  const version = await announce(rows, next);
  const comesToLife = next.isLive && !present.isLive;
  const { partnerId, id } = present;
  const written = comesToLife ? next.liveAsOf(version) : next;
  await rows.update(WebhookSubscriptionSchema, { partnerId, id }, columnsOf(written));
  await recordChange(rows, present, next, version, actor);
}

/**
 * Raises the partner's subscriptions version, which the intake compares with its cached one at the next event, and
 * notifies all processes on commit. Returns the new version.
 */
async function announce(rows: EntityManager, { partnerId, id }: WebhookSubscription): Promise<number> {
  const [{ version }]: [{ version: number | null }] = await rows.query(
    'SELECT bump_subscriptions_version($1) AS version, pg_notify($2, $3)',
    [partnerId, SUBSCRIPTION_CHANNEL, `${partnerId}:${id}`],
  );
  if (version === null) throw new Error(`There is no partner ${partnerId}.`);
  return version;
}

/**
 * Works around TypeORM's type for writes, which decomposes the value objects that the schema maps to single columns.
 */
function columnsOf(subscription: WebhookSubscription): QueryDeepPartialEntity<WebhookSubscription> {
  return subscription as QueryDeepPartialEntity<WebhookSubscription>;
}
