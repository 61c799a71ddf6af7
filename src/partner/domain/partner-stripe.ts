/** As many as the functions of the database count (migration 0120). */
const STRIPES = 64;

/** The group of partners whose changes and intake exclude each other: a transaction that changes several goes by it. */
export function stripeOf(partnerId: number): number {
  return partnerId % STRIPES;
}
