/** The same number as in the database's functions (migration 0120). */
const STRIPES = 64;

/**
 * The group of partners whose changes and event intake exclude each other. A transaction that changes several partners
 * locks them in this order.
 */
export function stripeOf(partnerId: number): number {
  return partnerId % STRIPES;
}
