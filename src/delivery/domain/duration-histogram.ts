/** Buckets for each doubling of the duration, so that a bucket is 19 % wide. */
const BUCKETS_PER_DOUBLING = 4;

/**
 * The bucket of a duration in milliseconds: 0 up to 1 ms, then each one fourth root of two wider than the one before.
 * The buckets are stored, so they cannot be changed.
 */
export function bucketOf(durationMs: number): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(durationMs, 1)) * BUCKETS_PER_DOUBLING));
}

/**
 * The duration in whole milliseconds that this share of the counted ones did not exceed, within a tenth; null if there
 * are none.
 * @param counts for each bucket
 * @param share such as 0.95
 */
export function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.ceil(total * share);
  let seen = 0;
  const bucket = counts.findIndex((count) => (seen += count) >= rank);
  return bucket === 0 ? 1 : Math.round(2 ** ((bucket - 0.5) / BUCKETS_PER_DOUBLING));
}
