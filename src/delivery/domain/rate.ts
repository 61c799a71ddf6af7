/*
 * How the limit per second of a subscription is kept. Its attempts all wait in the table. A claim takes a permit for each
 * one from a rate that all processes share (the table delivery_rate, claim.sql.ts): `maxPerSecond` permits become free
 * per second, and those not taken within BURST_MS are lost. A permit is void after PERMIT_MS, so that attempts that wait
 * in memory behind slow answers do not leave all at once; they return to the table, and no attempt is used up. So in any
 * span of s seconds at most maxPerSecond * (s + 1) + 1 attempts begin: bursts are of one second at most.
 */

/** Unused permits are kept for this long. */
export const BURST_MS = 300;
/** An attempt must start within this time of its permit. */
export const PERMIT_MS = 700;
/** While attempts wait for permits, a process claims this often. */
export const PERMITS_EVERY_MS = 200;
