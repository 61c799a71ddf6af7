import { PoolClient } from 'pg';

/**
 * Keeps events from being dropped or erased until the transaction ends, so that an attempt planned in it finds its
 * event; answers the ids of those that are there.
 */
export async function keepEvents(
  connection: PoolClient,
  partnerId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ id: string }>({
    name: 'keep events',
    text: 'SELECT id FROM event WHERE partner_id = $1 AND id = ANY ($2::uuid[]) FOR KEY SHARE',
    values: [partnerId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}
