import { PoolClient } from 'pg';
import { Completion } from '../domain/completion-store.js';
import { keyColumns } from './key-columns.js';

/**
 * Locks the subscriptions of completions that may plan another attempt, against being deleted or deactivated
 * meanwhile; answers those that are live. Locked in the order of their ids, before any row of delivery_attempt.
 */
export async function lockSubscriptions(
  connection: PoolClient,
  group: readonly Completion[],
): Promise<ReadonlySet<number>> {
  const attempts = group.map(({ attempt }) => attempt);
  const { rows } = await connection.query<{ id: number; isLive: boolean }>({
    name: 'lock subscriptions',
    text: `SELECT s.id, s.deleted_at IS NULL AND s.is_active AS "isLive" FROM webhook_subscription s
           WHERE (s.partner_id, s.id) IN (SELECT * FROM unnest($1::int[], $2::int[]))
           ORDER BY s.partner_id, s.id FOR NO KEY UPDATE`,
    values: [
      attempts.map(({ partnerId }) => partnerId),
      attempts.map(({ subscriptionId }) => subscriptionId),
    ],
  });
  return new Set(rows.filter(({ isLive }) => isLive).map(({ id }) => id));
}

/**
 * The completions whose attempts are still this process's to make. Their lanes are locked against being taken over,
 * their rows against being claimed, until the transaction ends.
 */
export async function ownedOf(connection: PoolClient, group: readonly Completion[]): Promise<Completion[]> {
  const lanes = await heldLanes(connection, group);
  const leases = await heldLeases(connection, group);
  return group.filter(({ attempt }) => {
    if (attempt.hold.kind === 'lane') return lanes.has(`${attempt.hold.laneId} ${attempt.hold.epoch}`);
    return leases.has(`${attempt.id} ${attempt.hold.lease}`);
  });
}

async function heldLanes(connection: PoolClient, group: readonly Completion[]): Promise<ReadonlySet<string>> {
  const holds = group.flatMap(({ attempt: { hold } }) => (hold.kind === 'lane' ? [hold] : []));
  if (holds.length === 0) return new Set();
  const { rows } = await connection.query<{ id: number; epoch: number }>({
    name: 'hold lanes',
    text: `SELECT l.id, l.epoch FROM lane l
           WHERE (l.id, l.epoch) IN (SELECT * FROM unnest($1::int[], $2::int[])) ORDER BY l.id FOR SHARE`,
    values: [holds.map(({ laneId }) => laneId), holds.map(({ epoch }) => epoch)],
  });
  return new Set(rows.map(({ id, epoch }) => `${id} ${epoch}`));
}

async function heldLeases(
  connection: PoolClient,
  group: readonly Completion[],
): Promise<ReadonlySet<string>> {
  const leased = group.flatMap(({ attempt }) =>
    attempt.hold.kind === 'lease' ? [{ attempt, lease: attempt.hold.lease }] : [],
  );
  if (leased.length === 0) return new Set();
  const { rows } = await connection.query<{ place: number }>({
    name: 'hold leases',
    text: `SELECT t.place FROM delivery_attempt d
           JOIN unnest($1::int[], $2::int[], $3::uuid[], $4::uuid[]) WITH ORDINALITY
             AS t (partner_id, subscription_id, event_id, lease, place)
             ON d.partner_id = t.partner_id AND d.subscription_id = t.subscription_id AND d.event_id = t.event_id
               AND d.lease = t.lease
           ORDER BY d.partner_id, d.subscription_id, d.event_id FOR UPDATE OF d`,
    values: [...keyColumns(leased.map(({ attempt }) => attempt)), leased.map(({ lease }) => lease)],
  });
  const held = rows.map(({ place }) => leased[place - 1]).filter((entry) => entry !== undefined);
  return new Set(held.map(({ attempt, lease }) => `${attempt.id} ${lease}`));
}
