import type { PoolClient } from 'pg';
import type { DeliveryCompletion } from '../domain/delivery-completion.js';
import { keyColumns } from './key-columns.js';

/** The order of locking rows `d` of delivery_attempt, and of assigning turns. */
export const LOCK_ORDER = 'd.partner_id, d.subscription_id, d.document, d.event_id';

/**
 * SQL that locks lanes against takeover and reads their epochs. Compares ids with a plain array, because a join could
 * drop a lane whose watermark is updated concurrently.
 */
export function ownedLanes(ids: string): string {
  return `SELECT l.id, l.epoch FROM lane l WHERE l.id = ANY (${ids}::int[]) ORDER BY l.id FOR SHARE`;
}

/**
 * Locks the subscriptions of a group against change, ordered by id and before any row of delivery_attempt. Returns the
 * live ones, with the subscriptions version since which they are live.
 */
export async function lockSubscriptions(
  connection: PoolClient,
  group: readonly DeliveryCompletion[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await connection.query<{ id: number; liveSince: number; isLive: boolean }>({
    name: 'lock subscriptions',
    text: `SELECT id, live_since AS "liveSince", is_live AS "isLive" FROM lock_subscriptions($1::int[], $2::int[])`,
    values: [
      group.map(({ attempt }) => attempt.partnerId),
      group.map(({ attempt }) => attempt.subscriptionId),
    ],
  });
  return new Map(rows.filter(({ isLive }) => isLive).map(({ id, liveSince }) => [id, liveSince]));
}

/**
 * Returns the completions whose attempts this process still owns. Locks their lanes against takeover and their rows
 * against claims until the transaction ends.
 */
export async function ownedOf(
  connection: PoolClient,
  group: readonly DeliveryCompletion[],
): Promise<DeliveryCompletion[]> {
  const lanes = await ownLanes(connection, group);
  const leases = await ownLeases(connection, group);
  return group.filter(({ attempt }) => {
    if (attempt.ownership.kind === 'lane')
      return lanes.has(`${attempt.ownership.laneId} ${attempt.ownership.epoch}`);
    return leases.has(`${attempt.id} ${attempt.ownership.lease}`);
  });
}

/**
 * Removes first attempts that are already settled: logged, given a row, or ended. They occur if a group is written
 * again because the answer to its commit was lost, or if a straggler got a lease while its outcome was being written;
 * writing them would undo later changes. Call it before the group's attempts are logged.
 */
export async function unsettledOf(
  connection: PoolClient,
  owned: readonly DeliveryCompletion[],
): Promise<readonly DeliveryCompletion[]> {
  const firsts = owned.filter(({ attempt }) => attempt.ownership.kind === 'lane');
  if (firsts.length === 0) return owned;
  const { rows } = await connection.query<{ place: number }>({
    name: 'settled first attempts',
    text: `SELECT t.place FROM unnest($1::int[], $2::int[], $3::uuid[]) WITH ORDINALITY
             AS t (partner_id, subscription_id, event_id, place)
           WHERE ${['delivery_attempt_log', 'delivery_attempt', 'delivery_end'].map(existsIn).join(' OR ')}`,
    values: keyColumns(firsts.map(({ attempt }) => attempt)),
  });
  const settled = new Set(rows.map(({ place }) => firsts[place - 1]));
  return owned.filter((completion) => !settled.has(completion));
}

function existsIn(table: string): string {
  return `EXISTS (SELECT FROM ${table} x WHERE x.partner_id = t.partner_id
    AND x.subscription_id = t.subscription_id AND x.event_id = t.event_id)`;
}

async function ownLanes(
  connection: PoolClient,
  group: readonly DeliveryCompletion[],
): Promise<ReadonlySet<string>> {
  const ownerships = group.flatMap(({ attempt: { ownership } }) =>
    ownership.kind === 'lane' ? [ownership] : [],
  );
  if (ownerships.length === 0) return new Set();
  const { rows } = await connection.query<{ id: number; epoch: number }>({
    name: 'lock lanes',
    text: ownedLanes('$1'),
    values: [ownerships.map(({ laneId }) => laneId)],
  });
  return new Set(rows.map(({ id, epoch }) => `${id} ${epoch}`));
}

async function ownLeases(
  connection: PoolClient,
  group: readonly DeliveryCompletion[],
): Promise<ReadonlySet<string>> {
  const leased = group.flatMap(({ attempt }) =>
    attempt.ownership.kind === 'lease' ? [{ attempt, lease: attempt.ownership.lease }] : [],
  );
  if (leased.length === 0) return new Set();
  const { rows } = await connection.query<{ place: number }>({
    name: 'lock leases',
    text: `SELECT t.place FROM delivery_attempt d
           JOIN unnest($1::int[], $2::int[], $3::uuid[], $4::uuid[]) WITH ORDINALITY
             AS t (partner_id, subscription_id, event_id, lease, place)
             ON d.partner_id = t.partner_id AND d.subscription_id = t.subscription_id AND d.event_id = t.event_id
               AND d.lease = t.lease
           ORDER BY ${LOCK_ORDER} FOR UPDATE OF d`,
    values: [...keyColumns(leased.map(({ attempt }) => attempt)), leased.map(({ lease }) => lease)],
  });
  const owned = rows.map(({ place }) => leased[place - 1]).filter((entry) => entry !== undefined);
  return new Set(owned.map(({ attempt, lease }) => `${attempt.id} ${lease}`));
}
