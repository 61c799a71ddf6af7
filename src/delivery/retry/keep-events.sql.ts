import type { EntityManager } from 'typeorm';

/**
 * Keeps events from being dropped or erased until the transaction ends, so that an attempt planned in it finds its
 * event. Returns the ids of those that exist.
 */
export async function keepEvents(
  rows: EntityManager,
  partnerId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const kept = await rows.query<{ id: string }[]>(
    'SELECT id FROM event WHERE partner_id = $1 AND id = ANY ($2::uuid[]) FOR KEY SHARE',
    [partnerId, ids],
  );
  return new Set(kept.map(({ id }) => id));
}
