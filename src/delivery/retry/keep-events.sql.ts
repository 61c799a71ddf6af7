import type { EntityManager } from 'typeorm';

/**
 * Locks events against being dropped or erased until the transaction ends, so that attempts planned in it find their
 * events. Returns the ids of those that exist.
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
