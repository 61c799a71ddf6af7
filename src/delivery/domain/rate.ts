/*
 * Implements a subscription's limit per second. All of its attempts wait in the table. A claim takes a permit for each
 * from a rate shared by all processes (the table delivery_rate, claim.sql.ts): `maxPerSecond` permits become free per
 * second, and expire if not taken within BURST_MS. A permit is void after PERMIT_MS, so that attempts that wait in
 * memory behind slow answers do not all start at once; instead they return to the table without using up a retry. So at
 * most maxPerSecond * (s + 1) + 1 attempts begin in any s seconds: a burst is at most that of one second.
 */

/** How long unused permits are kept. */
export const BURST_MS = 300;
/** An attempt must start within this time of its permit. */
export const PERMIT_MS = 700;
/** How often a process claims while attempts wait for permits. */
export const PERMITS_EVERY_MS = 200;
