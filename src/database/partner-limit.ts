import type { EntityManager } from 'typeorm';
import { Conflict } from '../shared/domain/errors.js';

/** A table with a limit per partner, and the name of its objects in the error. */
interface Limit {
  readonly table: 'email_template' | 'email_snippet' | 'webhook_subscription';
  readonly most: number;
  readonly things: string;
}

/**
 * Checks a partner's limit in the transaction that adds or restores a row. Counts under a lock, so that two requests
 * cannot both take the last place. Deleted rows do not count.
 * @throws Conflict `limit_reached`
 */
export async function requireRoom(
  transaction: EntityManager,
  partnerId: number,
  { table, most, things }: Limit,
): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock(hashtext($1), $2)', [table, partnerId]);
  const [{ count }] = await transaction.query<[{ count: number }]>(
    `SELECT count(*) FROM ${table} WHERE partner_id = $1 AND deleted_at IS NULL`,
    [partnerId],
  );
  if (count < most) return;
  throw new Conflict('limit_reached', `A partner may have ${most} ${things}. Delete one that is not needed.`);
}
