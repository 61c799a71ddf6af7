import type { EntityManager } from 'typeorm';
import type { Partner } from './domain/partner.js';
import { stripeOf } from './domain/partner-stripe.js';
import { PartnerSchema } from './partner.schema.js';

/** First key of the advisory locks of stripes (migration 0120). */
const STRIPE_LOCKS = 0x50415254;

/**
 * Locks a partner against other changes and against the intake of its events until the transaction ends. The stripe is
 * locked before the row, in the same order as when the subscriptions version is raised.
 * @returns the partner, deleted or not; null if it is unknown
 */
export async function lockPartner(rows: EntityManager, partnerId: number): Promise<Partner | null> {
  await rows.query('SELECT pg_advisory_xact_lock($1, $2)', [STRIPE_LOCKS, stripeOf(partnerId)]);
  return rows.findOne(PartnerSchema, { where: { id: partnerId }, lock: { mode: 'for_no_key_update' } });
}
