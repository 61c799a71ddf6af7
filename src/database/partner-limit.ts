import type { EntityManager } from 'typeorm';
import { Conflict } from '../shared/domain/errors.js';

/** A table of things of which a partner may have so many, and their name in the refusal. */
interface Limit {
  readonly table: 'email_template' | 'webhook_subscription';
  readonly most: number;
  readonly things: string;
}

/**
 * Lets a partner have one more, within the transaction that adds or restores it. The count is taken under a lock, so
 * that two requests cannot both get the last place. Deleted ones do not count.
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
