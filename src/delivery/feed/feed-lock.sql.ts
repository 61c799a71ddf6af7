import type { EntityManager } from 'typeorm';

/** First key of the advisory locks of feeds; the second is the subscription's id. */
const FEED_LOCKS = 0x46454544;

/**
 * Blocks reading of a subscription's feed until the transaction ends. Returns the database's time in milliseconds: no
 * place after it has been returned to a reader yet.
 */
export async function lockFeed(rows: EntityManager, subscriptionId: number): Promise<number> {
  await rows.query('SELECT pg_advisory_xact_lock($1, $2)', [FEED_LOCKS, subscriptionId]);
  const [{ time }] = await rows.query<[{ time: Date }]>('SELECT clock_timestamp() AS time');
  return time.getTime();
}

/** Blocks recoveries for a subscription until the transaction ends. */
export async function lockFeedShared(rows: EntityManager, subscriptionId: number): Promise<void> {
  await rows.query('SELECT pg_advisory_xact_lock_shared($1, $2)', [FEED_LOCKS, subscriptionId]);
}
