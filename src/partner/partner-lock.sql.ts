import type { EntityManager } from 'typeorm';
import type { Partner } from './domain/partner.js';
import { stripeOf } from './domain/partner-stripe.js';
import { PartnerSchema } from './partner.schema.js';

/** First key of the advisory locks of stripes (migration 0120). */
const STRIPE_LOCKS = 0x50415254;

/**
 * Locks a partner against every other change and against the intake of its events, until the transaction ends: the
 * stripe before the row, the order in which its subscriptions' version is raised.
 * @returns the partner, deleted or not; null when there is none
 */
export async function lockPartner(rows: EntityManager, partnerId: number): Promise<Partner | null> {
  await rows.query('SELECT pg_advisory_xact_lock($1, $2)', [STRIPE_LOCKS, stripeOf(partnerId)]);
  return rows.findOne(PartnerSchema, { where: { id: partnerId }, lock: { mode: 'for_no_key_update' } });
}
